package request

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"tilemark/tb/cosim/vector"
	"tilemark/text/near"
)

// Job is one or more contexts that draw the same scene, for a driver that schedules them.
type Job struct {
	Scene    string // built-in name or file
	Priority int    // more is more urgent
	Arrives  uint64 // cycle in which the driver can see the work
	Copies   int    // contexts, at least 1
}

// jobKeys are what a job may say after its scene.
var jobKeys = []string{"priority", "arrives", "copies"}

// ParseJob reads "few-large:priority=1:arrives=20000:copies=3".
func ParseJob(text string) (Job, error) {
	parts := strings.Split(text, ":")
	j := Job{Scene: parts[0], Copies: 1}
	if j.Scene == "" {
		return j, Usage("job %q: a scene was expected before the first colon", text)
	}
	var given []string
	for _, part := range parts[1:] {
		key, value, found := strings.Cut(part, "=")
		switch {
		case !found:
			return j, Usage("job %q: %q; KEY=VALUE was expected, KEY one of %s", text, part, strings.Join(jobKeys, ", "))
		case !slices.Contains(jobKeys, key):
			return j, Usage("job %q: unknown key %q%s", text, key, near.Suggest(key, jobKeys, "; "+strings.Join(jobKeys, ", ")+" were expected"))
		case slices.Contains(given, key):
			return j, Usage("job %q: %s is given twice; each once was expected", text, key)
		}
		given = append(given, key)
		if err := j.set(key, value); err != nil {
			return j, Usage("job %q: %w", text, err)
		}
	}
	return j, nil
}

// set gives a key its value.
func (j *Job) set(key, value string) error {
	least, most := uint64(0), uint64(math.MaxInt32)
	switch key {
	case "copies":
		least, most = 1, vector.MaxContexts
	case "arrives":
		most = 1e12
	}
	n, err := strconv.ParseUint(value, 10, 64)
	if err != nil || n < least || n > most {
		return Usage("%s %q; a whole number from %d to %d was expected", key, value, least, most)
	}
	switch key {
	case "priority":
		j.Priority = int(n)
	case "arrives":
		j.Arrives = n
	case "copies":
		j.Copies = int(n)
	}
	return nil
}

// String writes a job as ParseJob reads it.
func (j *Job) String() string {
	out := j.Scene
	if j.Priority != 0 {
		out += ":priority=" + strconv.Itoa(j.Priority)
	}
	if j.Arrives != 0 {
		out += ":arrives=" + strconv.FormatUint(j.Arrives, 10)
	}
	if j.Copies != 1 {
		out += ":copies=" + strconv.Itoa(j.Copies)
	}
	return out
}
