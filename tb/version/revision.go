// Package version says which program this is: the commit that it was built from, and the register tables in it.
package version

import (
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
)

// Revision is the commit that the program was built from, with "+changes" after it when files had changed; "" when that is not known.
func Revision() string {
	rev, changed := "", false
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				rev = s.Value
			case "vcs.modified":
				changed = s.Value == "true"
			}
		}
	}
	if rev == "" {
		rev, changed = gitRevision()
	}
	if rev != "" && changed {
		rev += "+changes"
	}
	return rev
}

// gitRevision asks git, when this is the project's own folder: `go run` and tests leave the commit out of the program.
//
//fuzz:none it looks for one line in the go.mod of the folder
func gitRevision() (rev string, changed bool) {
	mod, err := os.ReadFile("go.mod")
	if err != nil || !strings.HasPrefix(string(mod), "module tilemark\n") {
		return "", false
	}
	head, err := exec.Command("git", "rev-parse", "HEAD").Output()
	if err != nil {
		return "", false
	}
	status, err := exec.Command("git", "status", "--porcelain", "--untracked-files=no").Output()
	return strings.TrimSpace(string(head)), err == nil && len(status) > 0
}
