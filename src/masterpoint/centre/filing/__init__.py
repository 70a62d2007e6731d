"""From a results file to a receipt: checked, previewed, filed once, corrected by new versions."""
