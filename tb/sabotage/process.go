package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"tilemark/tb/overlay"
)

// How long a case may take: as long as any, or what one takes that is known, many times.
const (
	caseTime  = time.Minute
	leastTime = 10 * time.Second
	manyTimes = 50
)

// limitOf is how long a case may take that takes so long without a sabotage.
func limitOf(wall time.Duration) time.Duration { return min(leastTime+manyTimes*wall, caseTime) }

// mostMemory is what a program with a sabotage may use, in bytes: one without takes a tenth.
const mostMemory = 3 << 30

// client is a program that runs cases on a sabotaged machine.
type client struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	replies chan *reply // closed when the program ends
	stderr  bytes.Buffer
	large   chan struct{} // closed when it used too much memory
	started []string      // sabotages whose functions were called before the first case
}

// errEnded is a program that ended with a case.
var errEnded = errors.New("the program ended")

// errTime is a case that did not end in time.
var errTime = errors.New("no end")

// start starts a program with a sabotage; "" for none.
func start(ctx context.Context, program, sabotage string) (*client, error) {
	c := &client{cmd: exec.CommandContext(ctx, program, "-work"), replies: make(chan *reply, 1)}
	c.cmd.Env = append(os.Environ(), overlay.Variable+"="+sabotage, "GOMAXPROCS=1")
	c.cmd.Stderr = &c.stderr
	c.cmd.WaitDelay = time.Second
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	c.large = guardMemory(c.cmd)
	go c.read(out)
	first, err := c.await(caseTime)
	if err != nil {
		return c, err
	}
	c.started = first.Reached
	return c, nil
}

// read hands over what the program replies.
func (c *client) read(out io.Reader) {
	defer close(c.replies)
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		r := &reply{}
		if json.Unmarshal(line, r) == nil {
			c.replies <- r
		}
	}
}

// await waits for a reply.
func (c *client) await(limit time.Duration) (*reply, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case r, more := <-c.replies:
		if !more {
			return nil, errEnded
		}
		return r, nil
	case <-timer.C:
		return nil, fmt.Errorf("%w after %v", errTime, limit.Round(time.Second))
	}
}

// run has a case run, which may take so long.
func (c *client) run(o *order, limit time.Duration) (*reply, error) {
	line, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	if _, err := c.in.Write(append(line, '\n')); err != nil {
		return nil, errEnded
	}
	return c.await(limit)
}

// finish tells the program that there are no more cases. It returns what its last reply says, which has the hits of bins.
func (c *client) finish() (*reply, error) {
	c.in.Close()
	return c.await(caseTime)
}

// stop ends the program. It returns what it printed about its end.
func (c *client) stop() string {
	c.cmd.Process.Kill()
	for range c.replies { // until it is closed
	}
	c.cmd.Wait()
	select {
	case <-c.large:
		return fmt.Sprintf("it used more than %d MiB", mostMemory>>20)
	default:
		return firstLine(c.stderr.String())
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// guardMemory ends a program that uses too much memory, and closes the channel then. Where no file says how much it uses, it may use any.
//
//fuzz:none it reads what the system says of a process
func guardMemory(cmd *exec.Cmd) chan struct{} {
	large := make(chan struct{})
	file := filepath.Join("/proc", fmt.Sprint(cmd.Process.Pid), "statm")
	go func() {
		for range time.Tick(200 * time.Millisecond) {
			text, err := os.ReadFile(file)
			if err != nil {
				return
			}
			var size, resident int
			if n, _ := fmt.Sscan(string(text), &size, &resident); n == 2 && resident*os.Getpagesize() > mostMemory {
				close(large)
				cmd.Process.Kill()
				return
			}
		}
	}()
	return large
}
