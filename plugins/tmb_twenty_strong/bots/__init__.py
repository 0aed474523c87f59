"""Who plays 20 Strong well."""
