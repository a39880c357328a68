"""Verifies the evidence pack of a billing period with nothing of the app: `python3 verify-period-pack.py pack.zip`.

Prints the number of verified files, or what is wrong, and then ends with code 1.
"""

import csv
import hashlib
import io
import json
import sys
import zipfile


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


# The tables that people read, with their ID column, and the signed lists that they show, with their key.
TABLES = (
    ("setup changes.csv", "ID", "setup", "key"),
    ("findings.csv", "ID", "findings", "key"),
    ("refunds.csv", "Account ID", "refunds", "account"),
    ("agreed terms.csv", "Account ID", "terms", "key"),
)


def ids_in(table: bytes, column: str) -> list[str]:
    return [row[column] for row in csv.DictReader(io.StringIO(table.decode("utf-8-sig"), newline=""))]


def faults(pack: zipfile.ZipFile) -> list[str]:
    files = {name: pack.read(name) for name in pack.namelist()}
    listed = dict(
        reversed(line.split("  ", 1)) for line in files.pop("SHA256SUMS.txt").decode().splitlines()
    )
    found = [f"not listed: {name}" for name in files if name not in listed]
    found += [f"missing: {name}" for name in listed if name not in files]
    found += [f"changed: {name}" for name, data in files.items() if listed.get(name) not in (None, sha256(data))]

    signature = json.loads(files["signature.json"])
    period = json.loads(files["period.json"])
    if sha256(files["period.json"]) != signature["contentSha256"]:
        found.append("period.json is not what was signed")
    for name, field in (("tables.json", "tablesSha256"), ("setup.jsonl", "setupSha256")):
        if sha256(files[name]) != period[field]:
            found.append(f"{name} is not what was signed")
    if sha256(files["signature.json"]) not in files["How to verify.txt"].decode():
        found.append("the seal is not that of signature.json")

    tables = json.loads(files["tables.json"])
    for name, column, signed, key in TABLES:
        if ids_in(files[name], column) != [row[key] for row in tables[signed]]:
            found.append(f"{name} does not list what was signed")

    for section in period["period"]["sections"]:
        facts = section["facts"]
        if facts["name"] != "sample" or facts["drawn"] is None:
            continue
        seed = facts["drawn"]["seed"]
        drawn = [item["account"] for item in facts["items"] if not item["isChosen"]]
        if drawn != sorted(drawn, key=lambda key: sha256(f"{seed}:{key}".encode())):
            found.append("the sample is not in the order of its seed")
    return found


with zipfile.ZipFile(sys.argv[1]) as pack:
    wrong = faults(pack)
    print("\n".join(wrong) or f"{len(pack.namelist())} files verified")
sys.exit(1 if wrong else 0)
