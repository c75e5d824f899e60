"""Checks the proof pack on each line of standard input with docs/reference/verify_proof.py, and prints "ok" or what is wrong."""
import pathlib, sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[4] / "docs" / "reference"))
import verify_proof

for line in sys.stdin.buffer:
    try:
        report = verify_proof.check(verify_proof.read_json(line), *sys.argv[1:])
        print("ok", " | ".join(report))
    except Exception as wrong:
        print("wrong", " ".join(repr(wrong).split()))
