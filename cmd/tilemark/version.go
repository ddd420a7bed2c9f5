package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"tilemark/tb/version"
)

// showVersion gives the program --version; its text is made when it is asked for, since the tables are hashed for it.
func showVersion(root *cobra.Command) {
	root.Version = "known"
	root.Flags().Bool("version", false, "print the commit, the hash of the register tables, and the compiler")
	cobra.AddTemplateFunc("tilemarkVersion", versionText)
	root.SetVersionTemplate("{{tilemarkVersion}}")
}

// versionText is what --version prints.
func versionText() string {
	commit := version.Revision()
	if commit == "" {
		commit = "unknown: built without a stamp of the commit (go build -buildvcs=auto)"
	}
	return fmt.Sprintf("tilemark\ncommit          %s\nregister tables %s\nbuilt with      %s for %s/%s\n", commit, version.Tables(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
