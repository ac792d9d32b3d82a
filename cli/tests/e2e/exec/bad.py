"""The worker of examples/, with a fault.

    python3 bad.py EXAMPLES FOLDER FAULT CASE

It writes each case that it gets into FOLDER/log, and does FAULT at CASE.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import worker

FOLDER, FAULT, CASE = sys.argv[2:]


def flood(stream, chunk):
    while True:
        stream.write(chunk)


def fault(request):
    """True if the right answer is still to come."""
    dst = request.get("files", {}).get("dst")
    if FAULT == "crash":
        print("the last words\nabout to fall", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGSEGV)
    elif FAULT == "exit":
        print("giving up", file=sys.stderr)
        sys.exit(3)
    elif FAULT == "close":
        os.close(1)
        time.sleep(1000)
    elif FAULT == "hang":
        child = subprocess.Popen(["sleep", "1000"])
        print(child.pid, file=open(f"{FOLDER}/child", "w"))
        time.sleep(1000)
    elif FAULT == "leave-child":
        subprocess.Popen(["sleep", "1000"])
        os.kill(os.getpid(), signal.SIGABRT)
    elif FAULT == "flood-stdout":
        flood(sys.stdout, "x" * 4095 + "\n")
    elif FAULT == "flood-one-line":
        flood(sys.stdout, "{" * 4096)
    elif FAULT == "flood-stderr":
        flood(sys.stderr, "y" * 4095 + "\n")
    elif FAULT in ("write-input", "link-input"):
        answer, src = worker.answer(request), request["files"]["src"]
        if FAULT == "write-input":
            with open(src, "r+b") as file:
                file.write(b"\x5a\xa5")
        else:
            os.remove(src)
            os.link(f"{FOLDER}/foreign", src)
        print(json.dumps({"case": request["case"], **answer}), flush=True)
        return False
    elif FAULT == "late":
        # Right, but too late, and by another program, in a session of its own.
        answer = json.dumps({"case": request["case"], **worker.answer(request)})
        subprocess.Popen(["sh", "-c", f"sleep 5; echo '{answer}'"], start_new_session=True)
    elif FAULT == "again":
        # The right answer, and it once more when another one is asked for.
        answer = json.dumps({"case": request["case"], **worker.answer(request)})
        print(answer, flush=True)
        sys.stdin.readline()
        print(answer, flush=True)
    elif FAULT == "chatter":
        sys.stderr.write("y" * (8 << 20))
        print("loading the model\n[progress] 100 %")
        return True
    elif FAULT == "garbage":
        print("{garbage}", flush=True)
    elif FAULT == "binary":
        sys.stdout.buffer.write(b"\xff\x00\n{\xfe\x00\n")
        sys.stdout.flush()
    elif FAULT == "other-case":
        print(json.dumps({"case": "tcolexpand/other/0", "outcome": "ok"}), flush=True)
    elif FAULT == "twice":
        line = json.dumps({"case": request["case"], "outcome": "ok"})
        os.write(1, f"{line}\n{line}".encode())
    elif FAULT == "short":
        answer = worker.answer(request)
        os.truncate(dst, 5)
        print(json.dumps({"case": request["case"], **answer}), flush=True)
    elif FAULT == "long":
        answer = worker.answer(request)
        open(dst, "ab").write(b"x")
        print(json.dumps({"case": request["case"], **answer}), flush=True)
    elif FAULT == "no-file":
        os.remove(dst)
        print(json.dumps({"case": request["case"], "outcome": "ok"}), flush=True)
    elif FAULT == "pipe":
        os.remove(dst)
        os.mkfifo(dst)
        print(json.dumps({"case": request["case"], "outcome": "ok"}), flush=True)
    elif FAULT == "link":
        os.remove(dst)
        os.link(f"{FOLDER}/foreign", dst)
        print(json.dumps({"case": request["case"], "outcome": "ok"}), flush=True)
    elif FAULT == "no-folder":
        shutil.rmtree(os.path.dirname(dst))
        print(json.dumps({"case": request["case"], "outcome": "ok"}), flush=True)
    elif FAULT == "link-to-folder":
        os.rename(os.path.dirname(dst), f"{FOLDER}/moved")
        os.symlink(f"{FOLDER}/elsewhere", os.path.dirname(dst))
        print(json.dumps({"case": request["case"], "outcome": "ok"}), flush=True)
    elif FAULT == "long-answer":
        print(json.dumps({"case": request["case"], "outcome": "ok", "message": "x" * (1 << 20)}), flush=True)
    elif FAULT == "daemon":
        child = subprocess.Popen(["sleep", "1000"], start_new_session=True)
        print(child.pid, file=open(f"{FOLDER}/child", "w"))
        return True
    elif FAULT == "memory":
        bytearray(4 << 30)
    elif FAULT == "disk":
        open(f"{FOLDER}/large", "wb").write(bytes(4 << 20))
    else:
        raise ValueError(FAULT)
    time.sleep(1000)


if FAULT == "mute":
    time.sleep(1000)
for line in sys.stdin:
    request = json.loads(line)
    with open(f"{FOLDER}/log", "a") as log:
        log.write(request["case"] + "\n")
    if FAULT == "slow":
        time.sleep(0.02)
    elif request["case"] == CASE and not fault(request):
        continue
    print(json.dumps({"case": request["case"], **worker.answer(request)}), flush=True)
