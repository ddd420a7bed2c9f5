package store

import (
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Run is one execution of a regression, or of a shard of it.
type Run struct {
	ID            int64
	UID           string // the same in every copy of the run
	Regression    string
	Revision      string // of the source; "" when nobody knows
	Tables        string // hash of the register tables
	Configuration string // what else decides which cases there are
	Started       time.Time
	Ended         time.Time
	Busy          time.Duration // time in which cases ran, over all resumptions
	Budget        time.Duration // 0: none
	Shard, Shards int           // from 1
	Complete      bool
	Note          string
}

// Results of a case.
const (
	Pass  = "pass"
	Fail  = "fail"  // a check did not hold
	Error = "error" // nothing was checked, or two runs of one seed differ
)

// Case is what became of a case.
type Case struct {
	Test    string
	Number  int
	Seed    uint64
	Stage   string
	Result  string
	Cycles  uint64
	Cuts    int
	Wall    time.Duration
	Digest  uint64   // of machine and memory at the end
	Failure *Failure // nil: it passed
}

// Failure tells what a case that did not pass ran into.
type Failure struct {
	Rule, Place string // the first event that was wrong
	Cycle       uint64
	Message     string
	Vector      string // the case as a directed vector
	Shrunk      string // a smaller one that fails too; "" for none
	Command     string // repeats it
	Pictures    []Picture
}

// Picture shows something of a failure.
type Picture struct {
	Name string
	Kind string // media type
	Data []byte
}

// ID is the short name of a case.
func (c *Case) ID() string { return fmt.Sprintf("%s#%d", c.Test, c.Number) }

// Hex writes a seed or a digest.
func Hex(v uint64) string { return fmt.Sprintf("0x%016x", v) }

func unhex(s string) (uint64, error) { return strconv.ParseUint(s, 0, 64) }

const runColumns = "id, uid, regression, revision, tables, configuration, started, ended, busy, budget, shard, shards, complete, note"

// Begin adds a run. It gets its ID and, when it has none, a UID.
func (db *DB) Begin(r *Run) error {
	if r.UID == "" {
		var id [16]byte
		rand.Read(id[:]) // never fails
		r.UID = hex.EncodeToString(id[:])
	}
	return db.transaction(func(tx *sql.Tx) error { return begin(tx, r) })
}

func begin(tx *sql.Tx, r *Run) error {
	res, err := tx.Exec("INSERT INTO runs ("+runColumns+") VALUES (NULL,?,?,?,?,?,?,?,?,?,?,?,?,?)", r.UID, r.Regression, r.Revision, r.Tables, r.Configuration,
		r.Started.UnixMilli(), r.Ended.UnixMilli(), r.Busy.Microseconds(), r.Budget.Microseconds(), r.Shard, r.Shards, r.Complete, r.Note)
	if err != nil {
		return err
	}
	r.ID, err = res.LastInsertId()
	return err
}

// Remove takes a run away with all that belongs to it.
func (db *DB) Remove(r *Run) error {
	_, err := db.sql.Exec("DELETE FROM runs WHERE id=?", r.ID)
	return db.fail(err)
}

// update writes what changes while a run goes on.
func (r *Run) update(tx *sql.Tx) error {
	_, err := tx.Exec("UPDATE runs SET ended=?, busy=?, budget=?, complete=?, note=? WHERE id=?", r.Ended.UnixMilli(), r.Busy.Microseconds(), r.Budget.Microseconds(),
		r.Complete, r.Note, r.ID)
	return err
}

// Runs lists all runs, the oldest first.
func (db *DB) Runs() (list []Run, err error) {
	rows, err := db.sql.Query("SELECT " + runColumns + " FROM runs ORDER BY started, id")
	if err != nil {
		return nil, db.fail(err)
	}
	defer rows.Close()
	for rows.Next() {
		var r Run
		var started, ended, busy, budget int64
		if err := rows.Scan(&r.ID, &r.UID, &r.Regression, &r.Revision, &r.Tables, &r.Configuration, &started, &ended, &busy, &budget, &r.Shard, &r.Shards, &r.Complete, &r.Note); err != nil {
			return nil, db.fail(err)
		}
		r.Started, r.Ended = time.UnixMilli(started).UTC(), time.UnixMilli(ended).UTC()
		r.Busy, r.Budget = time.Duration(busy)*time.Microsecond, time.Duration(budget)*time.Microsecond
		list = append(list, r)
	}
	return list, db.fail(rows.Err())
}

// Cases lists the cases of a run by test and number, with failures but without their pictures.
func (db *DB) Cases(run int64) (list []Case, err error) {
	rows, err := db.sql.Query(`SELECT c.test, c.number, c.seed, c.stage, c.result, c.cycles, c.cuts, c.wall, c.digest,
		f.rule, f.place, f.cycle, f.message, f.vector, f.shrunk, f.command
		FROM cases c LEFT JOIN failures f ON f.run=c.run AND f.test=c.test AND f.number=c.number WHERE c.run=? ORDER BY c.test, c.number`, run)
	if err != nil {
		return nil, db.fail(err)
	}
	defer rows.Close()
	for rows.Next() {
		c, err := scanCase(rows)
		if err != nil {
			return nil, db.fail(err)
		}
		list = append(list, c)
	}
	return list, db.fail(rows.Err())
}

func scanCase(rows *sql.Rows) (c Case, err error) {
	var seed, digest string
	var wall, cycles int64
	var rule, place, message, vector, shrunk, command sql.NullString
	var cycle sql.NullInt64
	if err := rows.Scan(&c.Test, &c.Number, &seed, &c.Stage, &c.Result, &cycles, &c.Cuts, &wall, &digest, &rule, &place, &cycle, &message, &vector, &shrunk, &command); err != nil {
		return c, err
	}
	c.Cycles, c.Wall = uint64(cycles), time.Duration(wall)*time.Microsecond
	var bad [2]error
	c.Seed, bad[0] = unhex(seed)
	c.Digest, bad[1] = unhex(digest)
	if rule.Valid {
		c.Failure = &Failure{Rule: rule.String, Place: place.String, Cycle: uint64(cycle.Int64), Message: message.String, Vector: vector.String, Shrunk: shrunk.String, Command: command.String}
	}
	return c, errors.Join(bad[:]...)
}

// Pictures lists the pictures of a case.
func (db *DB) Pictures(run int64, c *Case) (list []Picture, err error) {
	rows, err := db.sql.Query("SELECT name, kind, data FROM pictures WHERE run=? AND test=? AND number=? ORDER BY name", run, c.Test, c.Number)
	if err != nil {
		return nil, db.fail(err)
	}
	defer rows.Close()
	for rows.Next() {
		var p Picture
		if err := rows.Scan(&p.Name, &p.Kind, &p.Data); err != nil {
			return nil, db.fail(err)
		}
		list = append(list, p)
	}
	return list, db.fail(rows.Err())
}

// Coverage returns a run's hits by the names of bins.
func (db *DB) Coverage(run int64) (map[string]uint64, error) {
	rows, err := db.sql.Query("SELECT b.name, v.hits FROM coverage v JOIN bins b ON b.id=v.bin WHERE v.run=?", run)
	if err != nil {
		return nil, db.fail(err)
	}
	defer rows.Close()
	out := map[string]uint64{}
	for rows.Next() {
		var name string
		var hits int64
		if err := rows.Scan(&name, &hits); err != nil {
			return nil, db.fail(err)
		}
		out[name] = uint64(hits)
	}
	return out, db.fail(rows.Err())
}

// Corpus lists the vectors of each recipe that reached new bins in runs before one, by what they are made from.
// A run of 0 is after all others.
func (db *DB) Corpus(before int64) (map[string][]string, error) {
	rows, err := db.sql.Query("SELECT recipe, seeds FROM corpus WHERE ?1 = 0 OR run < ?1 ORDER BY recipe, seeds", before)
	if err != nil {
		return nil, db.fail(err)
	}
	defer rows.Close()
	out := map[string][]string{}
	for rows.Next() {
		var recipe, seeds string
		if err := rows.Scan(&recipe, &seeds); err != nil {
			return nil, db.fail(err)
		}
		out[recipe] = append(out[recipe], seeds)
	}
	return out, db.fail(rows.Err())
}

// KeepCorpus adds vectors of a corpus that no run of this database found.
func (db *DB) KeepCorpus(corpus map[string][]string) error {
	return db.transaction(func(tx *sql.Tx) error { return keepCorpus(tx, corpus) })
}

func keepCorpus(tx *sql.Tx, corpus map[string][]string) error {
	for _, recipe := range slices.Sorted(maps.Keys(corpus)) {
		for _, seeds := range corpus[recipe] {
			if _, err := tx.Exec("INSERT OR IGNORE INTO corpus VALUES (?,?,0)", recipe, seeds); err != nil {
				return err
			}
		}
	}
	return nil
}

// Summary is a line of the history.
type Summary struct {
	Run           int64
	Regression    string
	Revision      string
	Started       time.Time
	Busy          time.Duration
	Complete      bool
	Cases, Failed int
	Cycles        uint64
	Wall          time.Duration // of all cases
	Bins, Covered int
}

// History lists what became of each run, the oldest first.
func (db *DB) History() (list []Summary, err error) {
	rows, err := db.sql.Query("SELECT run, regression, revision, started, busy, complete, cases, failed, cycles, wall, bins, covered FROM history ORDER BY started, run")
	if err != nil {
		return nil, db.fail(err)
	}
	defer rows.Close()
	for rows.Next() {
		var s Summary
		var started, busy, wall, cycles int64
		if err := rows.Scan(&s.Run, &s.Regression, &s.Revision, &started, &busy, &s.Complete, &s.Cases, &s.Failed, &cycles, &wall, &s.Bins, &s.Covered); err != nil {
			return nil, db.fail(err)
		}
		s.Started, s.Busy, s.Wall, s.Cycles = time.UnixMilli(started).UTC(), time.Duration(busy)*time.Microsecond, time.Duration(wall)*time.Microsecond, uint64(cycles)
		list = append(list, s)
	}
	return list, db.fail(rows.Err())
}

// Brief is a failure in one line.
func (f *Failure) Brief() string {
	first, _, _ := strings.Cut(f.Message, "\n")
	return first
}

// Exact tells whether the source is known: a commit without changes.
func (r *Run) Exact() bool { return r.Revision != "" && !strings.Contains(r.Revision, "+") }
