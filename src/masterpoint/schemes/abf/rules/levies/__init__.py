"""Chapter 8 (page 38): levies on points, capitation fees and fines, as worksheets and as charges."""
