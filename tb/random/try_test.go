package random
import ("testing";"fmt";"os";"strconv";"strings";"time";"tilemark/tb/directed")
func TestTry(t *testing.T){
 from,_:=strconv.Atoi(os.Getenv("FROM")); n,_:=strconv.Atoi(os.Getenv("N")); name:=os.Getenv("NAME")
 kinds:=map[string]int{}
 var cyc uint64
 t0:=time.Now()
 for i:=from;i<from+n;i++{
  v,err:=Generate(name,uint64(i)); if err!=nil{t.Fatal(err)}
  d,err:=directed.Parse(v.Text)
  if err!=nil{ fmt.Println(i,"PARSE",err); kinds["parse"]++; continue}
  ch:=make(chan error,1)
  go func(){ defer func(){ if r:=recover();r!=nil{ ch<-fmt.Errorf("PANIC %v",r)}}(); s,_,err:=d.Play(); if s!=nil{cyc+=s.M.Cycle()}; ch<-err}()
  select{ case err=<-ch: case <-time.After(40*time.Second): err=fmt.Errorf("TIMEOUT") }
  if err!=nil{ m:=err.Error(); if len(m)>230{m=m[:230]}; fmt.Println(i,strings.ReplaceAll(m,"\n"," | ")); kinds["fail"]++} else {kinds["ok"]++}
 }
 fmt.Println(kinds,cyc,time.Since(t0))
}
