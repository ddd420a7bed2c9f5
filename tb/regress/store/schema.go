package store

// Identity of a database: SQLite's own fields in the file's head for who made it, and which version of the schema it has.
const (
	applicationID = 0x544d5247 // "TMRG"
	version       = 3
)

// schema makes the tables. Times are milliseconds since 1970, durations microseconds; seeds and digests are text, 0x and 16
// digits, since SQLite's whole numbers have a sign.
const schema = `
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  regression TEXT NOT NULL,
  revision TEXT NOT NULL,
  tables TEXT NOT NULL,
  configuration TEXT NOT NULL,
  started INTEGER NOT NULL,
  ended INTEGER NOT NULL,
  busy INTEGER NOT NULL,
  budget INTEGER NOT NULL,
  shard INTEGER NOT NULL,
  shards INTEGER NOT NULL,
  complete INTEGER NOT NULL,
  note TEXT NOT NULL
);
CREATE TABLE cases (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  test TEXT NOT NULL,
  number INTEGER NOT NULL,
  seed TEXT NOT NULL,
  stage TEXT NOT NULL,
  result TEXT NOT NULL CHECK (result IN ('pass', 'fail', 'error')),
  cycles INTEGER NOT NULL,
  cuts INTEGER NOT NULL,
  wall INTEGER NOT NULL,
  digest TEXT NOT NULL,
  PRIMARY KEY (run, test, number)
) WITHOUT ROWID;
CREATE TABLE failures (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  test TEXT NOT NULL,
  number INTEGER NOT NULL,
  rule TEXT NOT NULL,
  place TEXT NOT NULL,
  cycle INTEGER NOT NULL,
  message TEXT NOT NULL,
  vector TEXT NOT NULL,
  shrunk TEXT NOT NULL,
  command TEXT NOT NULL,
  PRIMARY KEY (run, test, number)
);
CREATE TABLE pictures (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  test TEXT NOT NULL,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (run, test, number, name)
);
CREATE TABLE bins (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE coverage (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  bin INTEGER NOT NULL REFERENCES bins(id),
  hits INTEGER NOT NULL,
  PRIMARY KEY (run, bin)
) WITHOUT ROWID;
CREATE TABLE corpus (
  recipe TEXT NOT NULL,
  seeds TEXT NOT NULL,
  run INTEGER NOT NULL, -- that found it, 0: one in another database
  PRIMARY KEY (recipe, seeds)
) WITHOUT ROWID;
CREATE TABLE mutants (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  mutant TEXT NOT NULL,
  block TEXT NOT NULL,
  description TEXT NOT NULL,
  test TEXT NOT NULL,
  number INTEGER NOT NULL,
  rule TEXT NOT NULL,
  how TEXT NOT NULL,
  seed TEXT NOT NULL DEFAULT '',
  place TEXT NOT NULL DEFAULT '',
  cycle INTEGER NOT NULL DEFAULT 0,
  tried INTEGER NOT NULL DEFAULT 0,
  wall INTEGER NOT NULL DEFAULT 0,
  shrunk TEXT NOT NULL DEFAULT '',
  contexts INTEGER NOT NULL DEFAULT 0,
  draws INTEGER NOT NULL DEFAULT 0,
  triangles INTEGER NOT NULL DEFAULT 0,
  interrupts INTEGER NOT NULL DEFAULT 0,
  shrinking INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run, mutant)
) WITHOUT ROWID;
CREATE VIEW history AS
  SELECT r.id AS run, r.regression, r.revision, r.started, r.busy, r.complete,
    (SELECT count(*) FROM cases c WHERE c.run = r.id) AS cases,
    (SELECT count(*) FROM cases c WHERE c.run = r.id AND c.result <> 'pass') AS failed,
    (SELECT coalesce(sum(cycles), 0) FROM cases c WHERE c.run = r.id) AS cycles,
    (SELECT coalesce(sum(wall), 0) FROM cases c WHERE c.run = r.id) AS wall,
    (SELECT count(*) FROM coverage v WHERE v.run = r.id) AS bins,
    (SELECT count(*) FROM coverage v WHERE v.run = r.id AND v.hits > 0) AS covered
  FROM runs r;
`
