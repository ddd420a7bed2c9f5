// Package version says which program this is: the commit that it was built from, and the register tables in it.
package version

import "runtime/debug"

// Revision is the commit that the program was built from, with "+changes" after it when files had changed; "" when the build left
// no stamp. Nothing else is asked: the folder where the program runs may hold another commit.
func Revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return stamp(info.Settings)
}

// stamp is the commit that `go build -buildvcs=auto` put into the program.
func stamp(settings []debug.BuildSetting) string {
	rev, changed := "", false
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			rev = s.Value
		case "vcs.modified":
			changed = s.Value == "true"
		}
	}
	if rev != "" && changed {
		rev += "+changes"
	}
	return rev
}
