"""Management commands of the tables app."""
