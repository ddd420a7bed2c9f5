// Package store keeps the results of regressions in a file of SQLite: runs, their cases, failures, coverage and mutants, the
// corpus, and with all runs that came before a history. One process writes at a time, in batches that are there whole or not
// at all. Errors name the file.
package store

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite" // a driver without cgo
	lib "modernc.org/sqlite/lib"

	"tilemark/text/output"
)

// DB is an open database.
type DB struct {
	Path string
	sql  *sql.DB
	bins map[string]int64
}

// FileError is a database that cannot be used.
type FileError struct {
	Path string
	Err  error
}

// Error names the file and what is wrong with it.
func (e *FileError) Error() string { return e.Path + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *FileError) Unwrap() error { return e.Err }

// Open opens a database that is there, and brings one of an older version up to date. One that others made, of a newer version,
// or damaged is refused.
func Open(path string) (*DB, error) {
	if err := identify(path); err != nil {
		return nil, &FileError{path, err}
	}
	return connect(path)
}

// OpenOrCreate opens a database for this process alone, and makes it where there is none.
func OpenOrCreate(path string) (*DB, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(path); err != nil {
			return nil, err
		}
	}
	return OpenAlone(path)
}

// OpenAlone opens a database that is there for this process alone.
func OpenAlone(path string) (*DB, error) {
	db, err := Open(path)
	if err != nil {
		return nil, err
	}
	// The lock is taken now and not with the first write: of two processes that both go on with a run, one is refused here.
	if _, err := db.sql.Exec("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT"); err != nil {
		db.Close()
		return nil, db.fail(err)
	}
	return db, nil
}

// Check tells before long work what is in the way of a database at path.
func Check(path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		db, err := Open(path)
		if err != nil {
			return err
		}
		return db.Close()
	}
	return output.Check(path)
}

// Close closes the database.
func (db *DB) Close() error { return db.sql.Close() }

// magic is how every file of SQLite begins.
const magic = "SQLite format 3\x00"

// identify reads who made a file, from its head.
//
//fuzz:tb/regress/store.FuzzDatabase
func identify(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return cause(err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return errors.New("is a folder; a database of regressions was expected")
	}
	head := make([]byte, 100)
	n, err := io.ReadFull(f, head)
	switch {
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF):
		return cause(err)
	case n < len(head) || string(head[:len(magic)]) != magic:
		return errors.New("is no database; one that `tilemark regress` wrote was expected")
	}
	if id := binary.BigEndian.Uint32(head[68:]); id != applicationID {
		return errors.New("is a database of another program; one that `tilemark regress` wrote was expected")
	}
	if v := binary.BigEndian.Uint32(head[60:]); v < oldest || v > version {
		return fmt.Errorf("is a database of version %d; version %d was expected", v, version)
	}
	return nil
}

func cause(err error) error {
	var detail *fs.PathError
	if errors.As(err, &detail) {
		return detail.Err
	}
	return err
}

// create makes an empty database; it appears complete or not at all. One that another process made meanwhile stays: that process writes to it.
func create(path string) error {
	if err := output.Check(path); err != nil {
		return err
	}
	dir, remove, err := output.Folder(filepath.Dir(path))
	if err != nil {
		return &output.Error{Path: path, Err: cause(err)}
	}
	defer remove()
	temporary := filepath.Join(dir, "db")
	conn, err := open(temporary, "rwc")
	if err != nil {
		return &FileError{path, err}
	}
	_, err = conn.Exec(fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d; BEGIN; %s COMMIT", applicationID, version, schema))
	if err = errors.Join(err, conn.Close()); err == nil {
		if err = os.Link(temporary, path); errors.Is(err, fs.ErrExist) {
			err = nil
		} else if err != nil { // a file system without links
			err = os.Rename(temporary, path)
		}
	}
	if err != nil {
		return &output.Error{Path: path, Err: meaning(cause(err))}
	}
	return nil
}

// open opens a file by its name, whatever characters are in it.
func open(path, mode string) (*sql.DB, error) {
	name := (&url.URL{Path: path}).EscapedPath()
	conn, err := sql.Open("sqlite", "file:"+name+"?mode="+mode+"&_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)&_txlock=immediate")
	if err == nil {
		conn.SetMaxOpenConns(1)
	}
	return conn, err
}

func connect(path string) (*DB, error) {
	conn, err := open(path, "rw")
	if err != nil {
		return nil, &FileError{path, err}
	}
	db := &DB{Path: path, sql: conn, bins: map[string]int64{}}
	var verdict string
	if err = conn.QueryRow("PRAGMA quick_check(1)").Scan(&verdict); err == nil && verdict != "ok" {
		err = errors.New("is damaged; a database that `tilemark regress` wrote was expected")
	}
	if err != nil {
		conn.Close()
		return nil, db.fail(err)
	}
	if err := db.upgrade(); err != nil {
		conn.Close()
		return nil, err
	}
	return db, nil
}

// fail names the file, and says what SQLite's errors mean for it.
func (db *DB) fail(err error) error {
	if err == nil {
		return nil
	}
	return &FileError{db.Path, meaning(err)}
}

// meaning says in words what an error of SQLite's means for a file.
func meaning(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return errors.New("is in use by another process")
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		return errors.New("is damaged; a database that `tilemark regress` wrote was expected")
	case lib.SQLITE_FULL:
		return errors.New("cannot be written: no space left on device")
	case lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_PERM:
		return errors.New("cannot be written: the file or its folder does not let us")
	case lib.SQLITE_IOERR:
		return fmt.Errorf("cannot be read or written, as on a full disk: %w", err)
	}
	return err
}

// transaction does all of it or nothing.
func (db *DB) transaction(do func(tx *sql.Tx) error) error {
	tx, err := db.sql.Begin()
	if err != nil {
		return db.fail(err)
	}
	defer tx.Rollback() // of what was not committed
	if err := do(tx); err != nil {
		return db.fail(err)
	}
	return db.fail(tx.Commit())
}
