package main

import (
	"bufio"
	"fmt"
	"os"

	"tilemark/compiler/check"
	"tilemark/compiler/front"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		b, _ := os.ReadFile(in.Text())
		s, err := front.Parse(in.Text(), string(b))
		if err != nil {
			fmt.Println("PARSE", err)
			continue
		}
		r := check.Check(s)
		for i, e := range r.Errors {
			if i < 1 {
				fmt.Println(map[bool]string{true: "UNSUP", false: "WRONG"}[e.Unsupported], e.Error.Error())
			}
		}
		if len(r.Errors) == 0 {
			fmt.Println("OK", in.Text())
		}
	}
}
