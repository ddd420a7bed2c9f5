package diff

import (
	"fmt"

	"tilemark/regmap/table"
)

// Bump is the part of a version that must grow.
type Bump string

// The bumps, the largest first.
const (
	Major  Bump = "major"
	Minor  Bump = "minor"
	Patch  Bump = "patch"
	NoBump Bump = "none"
)

// BlockVersion says which version a block is due, against the one that its table declares.
type BlockVersion struct {
	Block         string
	Old, Declared string // "" when the old table declares none
	Bump          Bump
	Due           string
	Unstable      bool // by the policy: nothing is due
}

// raised is the first version after v with a bump. Before 1.0.0 nothing is promised: there the
// minor number stands in for the major one, and the patch number for the rest.
func raised(v table.Version, b Bump) table.Version {
	switch {
	case b == Major && v.Major > 0:
		return table.Version{Major: v.Major + 1}
	case b == Major, b == Minor && v.Major > 0:
		return table.Version{Major: v.Major, Minor: v.Minor + 1}
	case b == Minor, b == Patch:
		v.Patch++
	}
	return v
}

// bumpOf is what the worst of a block's changes demands.
func bumpOf(changes []Change) Bump {
	demands := map[Class]Bump{Breaking: Major, Behavioural: Minor, Compatible: Minor, Documentation: Patch}
	rank := map[Bump]int{Major: 3, Minor: 2, Patch: 1}
	bump := NoBump
	for _, c := range changes {
		if d := demands[c.Class]; rank[d] > rank[bump] {
			bump = d
		}
	}
	return bump
}

// declared is what a table says of its version.
type declared struct {
	table, version string
	of             placed
}

// versions judges the versions of all tables that both maps have.
func (c *comparer) versions(old, new Map) (list []BlockVersion) {
	changes := map[string][]Change{}
	for _, change := range c.changes {
		changes[change.Block()] = append(changes[change.Block()], change)
	}
	for _, p := range matchBlocks(old.Blocks, new.Blocks) {
		if p.old != nil && p.new != nil {
			list = append(list, c.version(declared{p.old.Name, p.old.Version, p.old}, declared{p.new.Name, p.new.Version, p.new}, bumpOf(changes[p.new.Name])))
			c.since(p.old, p.new)
		}
	}
	for _, p := range matchFiles(old.Formats, new.Formats) {
		if p.old != nil && p.new != nil {
			list = append(list, c.version(declared{p.old.Name, p.old.Version, p.old}, declared{p.new.Name, p.new.Version, p.new}, bumpOf(changes[p.new.Name])))
		}
	}
	return list
}

func (c *comparer) version(old, new declared, bump Bump) BlockVersion {
	v := BlockVersion{Block: new.table, Old: old.version, Declared: new.version, Bump: bump, Due: new.version, Unstable: c.policy.unstable(new.table)}
	changed := keyed{c, new.table, old.of, new.of, false}.changed
	was, ok := table.ParseVersion(old.version)
	is, ok2 := table.ParseVersion(new.version)
	switch {
	case old.version == "": // what declared none promised nothing
		changed("version-declared", "version", "", new.version)
		return v
	case !ok || !ok2:
		changed("version-invalid", "version", old.version, new.version)
		return v
	}
	due := was
	if !v.Unstable {
		due = raised(was, bump)
	}
	v.Due = due.String()
	switch {
	case is.Compare(was) < 0:
		changed("version-lowered", "version", old.version, new.version)
	case is.Compare(due) < 0:
		c.add("version-due", new.table, side{old.version, old.of, "version"}, side{new.version, new.of, "version"}, false)
		c.sentence("Due %s, declared %s: the worst change demands a new %s version.", due, is, bump)
	default:
		changed("version-raised", "version", old.version, new.version)
	}
	return v
}

// sentence says of the last change something special.
func (c *comparer) sentence(format string, args ...any) {
	c.changes[len(c.changes)-1].Sentence = fmt.Sprintf(format, args...)
}

// since wants new registers to name the version that brings them.
func (c *comparer) since(old, new *table.Block) {
	if old.Version == new.Version || old.Version == "" || c.policy.unstable(new.Name) {
		return // of the same version a new one is due first
	}
	for _, p := range matchRegisters(old, new) {
		if p.old == nil && p.new.Since != new.Version {
			c.came("since-wrong", dotted(new.Name, p.new.Name), side{p.new.Since, p.new, "since"}, false)
			c.sentence("The register is new: since %s was expected.", new.Version)
		}
	}
}
