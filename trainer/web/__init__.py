"""The trainer in the browser: screens only, all logic is in the modules of `trainer`."""
