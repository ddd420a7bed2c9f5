package table

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Version is what a table declares of itself: a semantic version, its numbers alone.
type Version struct{ Major, Minor, Patch int }

// ParseVersion reads MAJOR.MINOR.PATCH, each below 2^30 and without leading zeros.
func ParseVersion(text string) (v Version, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 {
		return v, false
	}
	for i, to := range []*int{&v.Major, &v.Minor, &v.Patch} {
		n, err := strconv.ParseUint(parts[i], 10, 30)
		if err != nil || strconv.FormatUint(n, 10) != parts[i] {
			return Version{}, false
		}
		*to = int(n)
	}
	return v, true
}

// String gives MAJOR.MINOR.PATCH.
func (v Version) String() string { return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch) }

// Compare is negative when v is the older one, 0 when both are the same.
func (v Version) Compare(w Version) int {
	return cmp.Or(v.Major-w.Major, v.Minor-w.Minor, v.Patch-w.Patch)
}

func (c *checker) version(b *Block) {
	if _, ok := ParseVersion(b.Version); !ok && b.at.has(kVersion) {
		c.badVersion(&b.at, kVersion, "version", b.Version)
	}
}

func (c *checker) badVersion(at *places, k key, rule, text string) {
	e := c.at(at, k, rule, "%s %q, expected MAJOR.MINOR.PATCH, such as 1.0.0", rule, text)
	if parts := strings.Split(text, "."); len(parts) == 2 {
		if _, ok := ParseVersion(text + ".0"); ok {
			e.fix(text + ".0")
		}
	}
}

// since checks the version that brought a register.
func (c *checker) since(b *Block, r *Register) {
	if !r.at.has(kSince) {
		return
	}
	since, ok := ParseVersion(r.Since)
	if !ok {
		c.badVersion(&r.at, kSince, "since", r.Since)
		return
	}
	if version, ok := ParseVersion(b.Version); ok && since.Compare(version) > 0 {
		c.at(&r.at, kSince, "since", "register %s is there since %s, but the table's version is %s, expected that or an earlier one", r.Name, r.Since, b.Version).
			fix(b.Version)
	}
}
