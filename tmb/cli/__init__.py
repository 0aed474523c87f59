"""The command line, one small module a verb. A verb's module defines a click command named `command`.

Importing `tmb.cli.app` imports click and nothing heavy; a verb is imported when it is called, and what it needs of the
engine when it runs.
"""
