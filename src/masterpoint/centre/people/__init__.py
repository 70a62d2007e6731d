"""People and their points at once: a status that costs points, two records that become one."""
