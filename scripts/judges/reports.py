#!/usr/bin/env python3
"""Files for CI servers and browsers by the schemas of others: JUnit of regressions by Jenkins's, SARIF of the tables' errors by that of its
authors, pages as HTML5 by html5lib; and each of them is shown to notice what is wrong."""
import copy
import json
import os
import pathlib
import subprocess
import xml.etree.ElementTree as xml

import html5lib
import jsonschema

from judging import MISSING, Judge, Nothing, need, version

BAD = "regmap/table/testdata/bad"


def by_xmllint(schema, text, work):
    """What xmllint says against a text; nothing when it is valid."""
    path = work / "judged.xml"
    path.write_text(text)
    r = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", schema, path], capture_output=True, text=True)
    return "" if r.returncode == 0 else r.stderr.strip()[:300] or f"exit status {r.returncode}"


def respelt(text, path, **attributes):
    """An XML text with changed attributes of its first element of a path."""
    root = xml.fromstring(text)
    at = root if path == "." else root.find(path)
    for key, value in attributes.items():
        at.set(key, value)
    return xml.tostring(root, encoding="unicode")


def junit(j, schema, path):
    text = path.read_text()
    fault = by_xmllint(schema, text, j.work)
    root = xml.fromstring(text)
    cases = root.findall("testsuite/testcase")
    j.total["cases of JUnit"] += len(cases)
    j.check(not fault, f"{path.name}: {len(cases)} cases, valid by {schema.name} {fault}")
    for of in [root, *root.findall("testsuite")]:
        under = of.findall(".//testcase")
        want = {"tests": len(under), "failures": sum(c.find("failure") is not None for c in under), "errors": sum(c.find("error") is not None for c in under)}
        if of is not root:
            want["skipped"] = sum(c.find("skipped") is not None for c in under)
        got = {k: int(of.get(k, -1)) for k in want}
        j.check(got == want, f"{path.name}: {of.tag} {of.get('name')}: its numbers are those of its cases" if got == want else f"{path.name}: {of.get('name')}: {got}, counted {want}")
    for what, spoilt in (("an attribute skipped of testsuites", respelt(text, ".", skipped="1")), ("a misspelt attribute", respelt(text, "testsuite/testcase", clasname="x")),
                         ("a misspelt element", text.replace("testcase", "testkase"))):
        j.check(by_xmllint(schema, spoilt, j.work), f"{path.name}: {what} is noticed")


def faults(validator, document):
    return [f"{'/'.join(map(str, e.absolute_path))}: {e.message}"[:200] for e in validator.iter_errors(document)]


def sarif(j, schema):
    text = json.loads(schema.read_text())
    validator = jsonschema.validators.validator_for(text)(text, format_checker=jsonschema.FormatChecker())
    wrongs, runs = None, [(sorted(pathlib.Path(BAD).rglob("*.yaml")), 1), ([pathlib.Path("hw/regs")], 0)]
    for paths, status in runs:
        if not all(p.exists() for p in paths) or not paths:
            raise Nothing(f"tables were expected in {BAD} and hw/regs")
        log = j.json("regs", "check", "--format", "sarif", *paths, status=status)
        if log is None:
            return
        results = log["runs"][0]["results"]
        j.total["results of SARIF"] += len(results)
        j.check(bool(results) == bool(status), f"regs check of {len(paths)} files: {len(results)} results")
        wrong = faults(validator, log)
        j.check(not wrong, f"SARIF valid by {schema.name} {wrong[:1] or ''}")
        rules = log["runs"][0]["tool"]["driver"]["rules"]
        lost = [r["ruleId"] for r in results if rules[r["ruleIndex"]]["id"] != r["ruleId"]]
        j.check(not lost, f"every result's rule is the one at its index {lost[:3] or ''}")
        wrongs = log if status else wrongs
    for what, spoil in (("a result without a message", lambda r: r.pop("message")), ("a line of 0", lambda r: r["locations"][0]["physicalLocation"]["region"].update(startLine=0)),
                        ("a level that there is not", lambda r: r.update(level="fatal")), ("a misspelt key", lambda r: r.update(rule_id="x"))):
        spoilt = copy.deepcopy(wrongs)
        spoil(spoilt["runs"][0]["results"][0])
        j.check(faults(validator, spoilt), f"SARIF: {what} is noticed")


def html_faults(text):
    parser = html5lib.HTMLParser()
    parser.parse(text)
    return [f"line {line}: {what}" for (line, _), what, _ in parser.errors]


def html(j, path):
    text = path.read_text()
    if not text:
        raise Nothing(f"a page was expected in {path}")
    wrong = html_faults(text)
    j.total["bytes of HTML"] += len(text)
    j.check(not wrong, f"{path.name}: {len(text)} bytes are HTML5 by html5lib {wrong[:2] or ''}")
    for what, spoilt in (("an end tag that is not there", text.replace("</section>", "", 1)), ("an attribute twice", text.replace("<html", "<html lang=a lang=b", 1)),
                         ("an unknown entity", text.replace("</h1>", "&nosuchthing;</h1>", 1))):
        if spoilt != text:
            j.check(html_faults(spoilt) != wrong, f"{path.name}: {what} is noticed")


def main(j):
    need("xmllint", "libxml2-utils")
    need("go", "golang")
    schemas = pathlib.Path(os.environ.get("SCHEMAS", ""))
    by_junit, by_sarif = schemas / "junit-10.xsd", schemas / "sarif-2.1.0-rtm.5.json"
    for schema in (by_junit, by_sarif):
        if not schema.is_file():
            print(f"{schema.name} is missing: SCHEMAS=FOLDER names where it is (scripts/judges/run unpacks it)")
            return MISSING
    print(f"{version('xmllint', '--version')}, jsonschema, html5lib {html5lib.__version__}")
    real, db = j.work / "real", j.work / "regress.db"
    if j.tilemark("regress", "quick", "--test", "directed/in-*", "--db", db) is not None and j.tilemark("report", "--db", db, "--out", real) is not None:
        junit(j, by_junit, real / "junit.xml")
        html(j, real / "index.html")
    sarif(j, by_sarif)
    if j.tilemark("regs", "gen", "--lang", "html", "--out", j.work) is not None:
        html(j, j.work / "tilemark.html")
    if j.tilemark("manual", "--out", j.work / "isa.html") is not None:
        html(j, j.work / "isa.html")
    made = subprocess.run(["go", "test", "./tb/regress/page", "-count=1", "-run", "TestReportTells", "-args", "-out", j.work / "report"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    j.check(made.returncode == 0, "the tests of the report make one with failures of all kinds, and one of mutants" + ("" if made.returncode == 0 else f": {made.stdout[-300:]}"))
    for name in ("index", "mutants"):
        junit(j, by_junit, j.work / "report" / f"{name}.junit.xml")
        html(j, j.work / "report" / f"{name}.html")
    return j.end("cases of JUnit", "results of SARIF", "bytes of HTML")


if __name__ == "__main__":
    Judge(__doc__).main(main)
