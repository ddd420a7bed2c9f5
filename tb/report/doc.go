// Package report runs scenes for the command line and tells what happened: tables,
// JSON, pictures of what was drawn, of what the blocks did over time, and of the
// machine itself.
package report
