"""Mechanisms that several federations share: functions, never tables."""
