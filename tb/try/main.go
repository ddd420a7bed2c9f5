package main

import (
	"flag"
	"fmt"
	"os"
	"runtime/pprof"
	"time"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/tb/cosim"
	"tilemark/tb/driver"
	"tilemark/tb/scene"
)

func main() {
	size := flag.Int("size", 16, "")
	mon := flag.Bool("mon", true, "")
	prof := flag.String("prof", "", "")
	sweep := flag.Int("sweep", 0, "every")
	full := flag.Int("full", -1, "")
	from := flag.Int("from", 0, "")
	to := flag.Int("to", 0, "")
	trace := flag.Bool("trace", false, "")
	least := flag.Bool("least", false, "")
	flag.Parse()
	if *prof != "" {
		f, _ := os.Create(*prof)
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	for _, name := range flag.Args() {
		s, err := scene.Load(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		im := &driver.Image{}
		if _, err = im.Add(s, driver.Options{Width: *size, Height: *size}); err != nil {
			fmt.Println(err)
			continue
		}
		v, err := cosim.NewVector(im)
		if err != nil {
			fmt.Println(err)
			continue
		}
		cfg := hw.DefaultConfig()
		if *least {
			cfg.Set("fifo.depth", "least")
		}
		t := time.Now()
		ses, err := cosim.NewSession(cfg, v, *mon)
		if err != nil {
			fmt.Println(err)
			continue
		}
		if *sweep > 0 {
			sw := cosim.Sweep{Config: cfg, Vector: v, Jobs: 2, Full: *full, Every: uint64(*sweep), From: uint64(*from), To: uint64(*to)}
			rep, err := sw.Run()
			d := time.Since(t)
			fmt.Println(name, "sweep", err, d)
			if rep != nil {
				fmt.Println(rep, "evaluated", rep.Evaluated, "confirm", rep.Confirm, "run", rep.Cycles)
				if rep.First != nil {
					fmt.Printf("%+v\n", rep.First)
				}
			}
			continue
		}
		if *trace {
			for n, c := range ses.M.Clusters {
				c.PM.P.PMEUP.Tap().OnPut(func(cycle uint64, e *pipe.ThreadFree) { fmt.Println(cycle, "cluster", n, *e) })
				c.PM.P.EUPPM[0].Tap().OnPut(func(cycle uint64, e *pipe.ThreadBeat) { fmt.Println(cycle, "cluster", n, *e) })
				c.PM.P.EUPPM[1].Tap().OnPut(func(cycle uint64, e *pipe.ThreadBeat) { fmt.Println(cycle, "cluster", n, "px", *e) })
			}
			ses.M.EUP.P.EUPFifo.Tap().OnPut(func(cycle uint64, e *pipe.Shaded) { fmt.Println(cycle, "EUP_FIFO", e.Kind, e.V) })
			ses.M.EUP.P.EUPS.Tap().OnPut(func(cycle uint64, e *pipe.QuadResult) { fmt.Println(cycle, "EU_PS", *e) })
		}
		if err = ses.Finish(); err == nil {
			err = ses.Check()
		}
		d := time.Since(t)
		if ses != nil {
			fmt.Println(name, "cycles", ses.M.Cycle(), float64(ses.M.Cycle())/d.Seconds()/1e6, "M/s")
		}
		if err != nil {
			fmt.Println(name, err)
		}
	}
}
