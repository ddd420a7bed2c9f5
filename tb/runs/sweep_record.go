package runs

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"tilemark/tb/cosim/sweep"
	"tilemark/tb/request"
	"tilemark/text/number"
	"tilemark/text/output"
)

// sweepRecord is what --resume keeps of a sweep in a file: what was swept, by which program, and what came of the first cuts so far.
type sweepRecord struct {
	mu        sync.Mutex
	path      string // "" for none
	file      sweepFile
	different int // first cuts that differ, or have a second one that does
	total     int // first cuts; 0: the uninterrupted run has not ended
	start     time.Time
	earlier   float64 // seconds of the processes before this one
	saved     time.Time
}

// sweepFile is the record's file.
type sweepFile struct {
	Format  string            `json:"format"`
	Scene   string            `json:"scene"`   // for the reader
	Program string            `json:"program"` // hash of the file that ran
	Memory  string            `json:"memory"`  // hash of all that the machine is given to do
	Cuts    string            `json:"cuts"`    // which are tried
	Config  map[string]string `json:"config"`
	Seconds float64           `json:"seconds"` // of all processes, up to the last first cut of each
	Checked *sweep.Part       `json:"checked"`
}

// sweepFormat is the first thing in a record.
const sweepFormat = "tilemark sweep record 3"

// recordEvery is how often the record is written while a sweep goes on.
const recordEvery = 5 * time.Second

// openRecord reads the record of a sweep, or begins one. A record of another sweep is refused.
func (r *SweepResult) openRecord() (*sweepRecord, error) {
	k := &sweepRecord{path: r.Options.Resume, start: time.Now(), saved: time.Now()}
	k.file.Checked = &sweep.Part{}
	if k.path == "" {
		return k, nil
	}
	if err := request.CheckFiles(k.path); err != nil {
		return nil, err
	}
	program, err := programHash()
	if err != nil {
		return nil, err
	}
	o := &r.Options
	k.file = sweepFile{
		Format: sweepFormat, Scene: r.Input.Scene, Program: program, Memory: r.memoryHash(), Config: map[string]string{}, Checked: k.file.Checked,
		Cuts: fmt.Sprintf("from %d, to %d, every %d, full %d, pairs %v", o.From, o.To, o.Every, o.Full, o.Pairs),
	}
	for _, p := range r.Config.Params() {
		k.file.Config[p.Key] = p.Value()
	}
	if _, err := os.Stat(k.path); errors.Is(err, fs.ErrNotExist) {
		return k, request.AsUsage(k.save())
	}
	return k, k.read()
}

// read takes over what a record has.
//
//fuzz:tb/runs.FuzzSweepRecord
func (k *sweepRecord) read() error {
	data, err := request.ReadFile(k.path)
	if err != nil {
		return err
	}
	var old sweepFile
	if err := json.Unmarshal(data, &old); err != nil || old.Format != sweepFormat || old.Checked == nil {
		if err == nil || old.Format != sweepFormat {
			err = errors.New("is no record of a sweep")
		}
		return request.Usage("%s: %w; one that `tilemark sweep --resume` wrote was expected", k.path, err)
	}
	if old.Seconds < 0 {
		return request.Usage("%s: %g seconds; zero or more were expected", k.path, old.Seconds)
	}
	if what := k.file.differs(&old); what != "" {
		return request.Usage("%s: is the record of a sweep %s; the same sweep, or the name of a new file, was expected", k.path, what)
	}
	k.file.Checked = old.Checked
	k.file.Seconds, k.earlier = old.Seconds, old.Seconds
	return nil
}

// seconds is how long all processes have swept.
func (k *sweepRecord) seconds() float64 { return k.earlier + time.Since(k.start).Seconds() }

// differs tells in what another sweep is another one; "" for nothing.
func (f *sweepFile) differs(old *sweepFile) string {
	switch {
	case f.Program != old.Program:
		return fmt.Sprintf("by another program (its file has the hash %.12s, this one %.12s)", old.Program, f.Program)
	case f.Cuts != old.Cuts:
		return fmt.Sprintf("of other cuts (%s; now %s)", old.Cuts, f.Cuts)
	case f.Memory != old.Memory:
		return fmt.Sprintf("of another workload (scene %s; its memory is not that of %s now)", old.Scene, f.Scene)
	}
	var keys []string
	for key := range f.Config {
		if f.Config[key] != old.Config[key] {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 && len(f.Config) == len(old.Config) {
		return ""
	}
	slices.Sort(keys)
	if len(keys) == 0 {
		return "of a machine with other parameters"
	}
	return fmt.Sprintf("of another machine (%s is %s there, and %s now)", keys[0], old.Config[keys[0]], f.Config[keys[0]])
}

// programHash is that of the file which runs.
//
//fuzz:none it reads the program that runs
func programHash() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// memoryHash is that of memory as the machine finds it and as golden leaves it, and of what else says what runs.
func (r *SweepResult) memoryHash() string {
	h := sha256.New()
	v, in := r.Vector, &r.Input
	h.Write(v.Image.Bytes)
	h.Write(v.Final)
	fmt.Fprintf(h, "%q %q %q %v %d %v %v %d\n", in.Scene, in.Partner, in.Camera, in.Size, in.Contexts, v.Odd, v.Leave, v.Status)
	for i := range v.Image.Contexts {
		c := &v.Image.Contexts[i]
		fmt.Fprintf(h, "%d %d %v %v %v %v\n", c.Header, c.SaveArea, c.Color, c.Depth, c.Queries, c.Fences)
	}
	if v.Paging != nil {
		fmt.Fprintf(h, "paging %+v\n", *v.Paging)
	}
	if v.Schedule != nil {
		fmt.Fprintf(h, "schedule %+v\n", *v.Schedule)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// begun notes how many first cuts there are.
func (k *sweepRecord) begun(total int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.total = total
}

// tried takes a first cut in, and writes the record now and then.
func (k *sweepRecord) tried(t *sweep.Tried) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.file.Checked.Add(t)
	k.file.Seconds = k.seconds()
	if t.Different > 0 {
		k.different++
	}
	if time.Since(k.saved) < recordEvery {
		return nil
	}
	return k.write()
}

func (k *sweepRecord) save() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.write()
}

func (k *sweepRecord) write() error {
	k.saved = time.Now()
	if k.path == "" {
		return nil
	}
	return output.Write(k.path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		return e.Encode(&k.file)
	})
}

// soFar says what was checked, when a signal stops the sweep; the record is written first.
func (k *sweepRecord) soFar(unit string) string {
	err := k.save()
	k.mu.Lock()
	defer k.mu.Unlock()
	tried := k.file.Checked.Count() + k.different
	text := "the uninterrupted run has not ended"
	switch {
	case k.total > 0:
		text = fmt.Sprintf("%s of %s %s tried", number.Thousands(tried), number.Thousands(k.total), unit)
	case tried > 0:
		text += fmt.Sprintf("; %s %s were tried before", number.Thousands(tried), unit)
	default:
		text += "; no interrupt was tried"
	}
	switch {
	case k.different > 0:
		text += fmt.Sprintf(", %s different", number.Thousands(k.different))
	case tried > 0:
		text += ", all equal"
	}
	switch {
	case tried == 0 && k.total == 0: // nothing to go on from
	case err != nil:
		text += "; " + err.Error()
	case k.path == "":
		text += "; with --resume FILE another sweep could go on from here"
	default:
		text += "; the same command goes on"
	}
	return text
}
