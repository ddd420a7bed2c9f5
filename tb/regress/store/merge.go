package store

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Merged tells what came of joining shards.
type Merged struct {
	Run        Run
	Cases      int
	Again      int      // cases that were in several databases, with one result
	Differ     []string // cases of which two databases have different results
	Lost       []int    // shards of which no database is there
	Unfinished []int    // shards that were stopped before their end
}

// Whole tells whether there are cases, every shard is there and came to its end, and no case has two results.
func (m *Merged) Whole() bool { return m.Cases > 0 && len(m.Lost)+len(m.Unfinished)+len(m.Differ) == 0 }

// Merge joins the last runs of databases, which must be shards of one regression, as a run of the database at out, which is made if need be
// and may have other runs. Shards that were joined before are replaced.
func Merge(out string, paths []string) (m *Merged, err error) {
	shards, err := openShards(out, paths)
	defer func() {
		for i := range shards {
			shards[i].db.Close()
		}
	}()
	if err != nil {
		return nil, err
	}
	db, err := OpenOrCreate(out)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	m = &Merged{Run: joined(shards)}
	m.count(shards)
	m.Run.Complete = len(m.Lost)+len(m.Unfinished) == 0
	m.Run.Note = m.note()
	j := &join{db: db, m: m, seen: map[Key]*Case{}}
	return m, db.transaction(func(tx *sql.Tx) error { return j.all(tx, shards) })
}

// part is the last run of a database.
type part struct {
	db  *DB
	run Run
}

// openShards opens databases and looks whether their last runs belong together.
func openShards(out string, paths []string) (list []part, err error) {
	target, _ := os.Stat(out)
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && target != nil && os.SameFile(info, target) {
			return list, &FileError{path, fmt.Errorf("is the database that is written; others were expected")}
		}
		db, err := Open(path)
		if err != nil {
			return list, err
		}
		list = append(list, part{db: db})
		runs, err := db.Runs()
		switch {
		case err != nil:
			return list, err
		case len(runs) == 0:
			return list, &FileError{path, fmt.Errorf("has no run; a shard was expected")}
		}
		p := &list[len(list)-1]
		p.run = runs[len(runs)-1]
		if err := alike(&list[0].run, &p.run); err != nil {
			return list, &FileError{path, fmt.Errorf("%w, as in %s", err, list[0].db.Path)}
		}
		if n := len(list) - 1; slices.ContainsFunc(list[:n], func(o part) bool { return o.run.UID == p.run.UID }) {
			return list, &FileError{path, errors.New("is of a run that was given before; each shard once was expected")}
		}
	}
	return list, nil
}

// alike tells what two runs differ in that shards have in common.
func alike(a, b *Run) error {
	for _, f := range []struct{ what, want, got string }{
		{"regression", a.Regression, b.Regression}, {"revision", a.Revision, b.Revision}, {"register tables", a.Tables, b.Tables},
		{"cases", a.Configuration, b.Configuration}, {"number of shards", fmt.Sprint(a.Shards), fmt.Sprint(b.Shards)},
	} {
		if f.want != f.got {
			return fmt.Errorf("is of %s %q; %q was expected", f.what, f.got, f.want)
		}
	}
	return nil
}

// partsOf stands between the UIDs of shards in that of the run that they make.
const partsOf = "+"

// joined is the run that shards make. The same shards make the same one.
func joined(shards []part) Run {
	r := shards[0].run
	r.ID, r.Shard, r.Shards, r.Busy = 0, 1, 1, 0
	var ids []string
	for i := range shards {
		s := &shards[i].run
		ids = append(ids, s.UID)
		if s.Started.Before(r.Started) {
			r.Started = s.Started
		}
		if s.Ended.After(r.Ended) {
			r.Ended = s.Ended
		}
		r.Busy += s.Busy
	}
	slices.Sort(ids)
	r.UID = strings.Join(ids, partsOf)
	return r
}

// count finds shards that are lost or unfinished.
func (m *Merged) count(shards []part) {
	done := map[int]bool{}
	for i := range shards {
		r := &shards[i].run
		done[r.Shard] = done[r.Shard] || r.Complete
	}
	for n := 1; n <= shards[0].run.Shards; n++ {
		switch complete, there := done[n]; {
		case !there:
			m.Lost = append(m.Lost, n)
		case !complete:
			m.Unfinished = append(m.Unfinished, n)
		}
	}
}

func (m *Merged) note() string {
	var parts []string
	for _, p := range []struct {
		what string
		list []int
	}{{"lost", m.Lost}, {"unfinished", m.Unfinished}} {
		if len(p.list) > 0 {
			parts = append(parts, fmt.Sprintf("%s shards: %s", p.what, Numbers(p.list)))
		}
	}
	return strings.Join(parts, "; ")
}

// Numbers writes a list of numbers.
func Numbers(list []int) string {
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(list)), ", "), "[]")
}

// join writes parts into one run.
type join struct {
	db   *DB
	m    *Merged
	seen map[Key]*Case
}

func (j *join) all(tx *sql.Tx, shards []part) error {
	if err := replace(tx, j.m.Run.UID); err != nil {
		return err
	}
	if err := begin(tx, &j.m.Run); err != nil {
		return err
	}
	for i := range shards {
		if err := j.one(tx, &shards[i]); err != nil {
			return err
		}
	}
	return nil
}

// replace takes away runs of which all shards are in the one that comes now: shards that were joined before some were there.
func replace(tx *sql.Tx, uid string) error {
	rows, err := tx.Query("SELECT uid FROM runs")
	if err != nil {
		return err
	}
	defer rows.Close()
	now := strings.Split(uid, partsOf)
	var gone []string
	for rows.Next() {
		var old string
		if err := rows.Scan(&old); err != nil {
			return err
		}
		if !slices.ContainsFunc(strings.Split(old, partsOf), func(part string) bool { return !slices.Contains(now, part) }) {
			gone = append(gone, old)
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for _, old := range gone {
		if _, err := tx.Exec("DELETE FROM runs WHERE uid=?", old); err != nil {
			return err
		}
	}
	return nil
}

// one writes a shard. A shard that was run anew has cases of the one that was lost.
func (j *join) one(tx *sql.Tx, p *part) error {
	cases, err := p.db.Cases(p.run.ID)
	if err != nil {
		return err
	}
	for i := range cases {
		c := &cases[i]
		if old := j.seen[c.Key()]; old != nil {
			if old.Result != c.Result || old.Digest != c.Digest || old.Cycles != c.Cycles {
				j.m.Differ = append(j.m.Differ, c.ID())
			} else {
				j.m.Again++
			}
			continue
		}
		j.seen[c.Key()] = c
		if c.Failure != nil {
			if c.Failure.Pictures, err = p.db.Pictures(p.run.ID, c); err != nil {
				return err
			}
		}
		if err := writeCase(tx, j.m.Run.ID, c); err != nil {
			return err
		}
		j.m.Cases++
	}
	return j.rest(tx, p)
}

// rest writes coverage, mutants and corpus of a shard.
func (j *join) rest(tx *sql.Tx, p *part) error {
	hits, err := p.db.Coverage(p.run.ID)
	if err != nil {
		return err
	}
	if err := j.db.writeCoverage(tx, j.m.Run.ID, hits); err != nil {
		return err
	}
	mutants, err := p.db.Mutants(p.run.ID)
	if err != nil {
		return err
	}
	for i := range mutants {
		if err := writeMutant(tx, j.m.Run.ID, &mutants[i]); err != nil {
			return err
		}
	}
	corpus, err := p.db.Corpus(0)
	if err != nil {
		return err
	}
	return keepCorpus(tx, corpus)
}
