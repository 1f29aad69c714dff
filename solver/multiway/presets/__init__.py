"""Configurations for several seats that come with the package."""
