package table

import (
	"cmp"
	"strconv"
	"strings"
)

// ParseVersion reads MAJOR.MINOR.PATCH.
func ParseVersion(text string) (v [3]int, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 {
		return v, false
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 30)
		if err != nil || strconv.FormatUint(n, 10) != part {
			return v, false
		}
		v[i] = int(n)
	}
	return v, true
}

func compareVersions(a, b [3]int) int {
	return cmp.Or(a[0]-b[0], a[1]-b[1], a[2]-b[2])
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
	if version, ok := ParseVersion(b.Version); ok && compareVersions(since, version) > 0 {
		c.at(&r.at, kSince, "since", "register %s is there since %s, but the table's version is %s, expected that or an earlier one", r.Name, r.Since, b.Version).
			fix(b.Version)
	}
}
