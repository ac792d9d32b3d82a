"""Runs the jobs of `ptoconf plan --engine slurm` on a real Slurm with four nodes, all on this machine, as the user who starts it.

    python3 ci/check_slurm.py PTOCONF

PTOCONF is the program. One node is lost while it runs a part, and one part fails: the judging job names the part that is missing,
and once the script was started again, the report is that of one process, to the byte; so it is of some blocks of the exhaustive tier.
Needs slurmctld, slurmd and slurm-client.
"""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

PARTS = 4
RUN = ["--op", "tcolexpand", "--profile", "a2a3", "--tier", "smoke"]
# What plays the program on a node: at the first attempt part 2 hangs until its node is lost, and part 3 fails.
PROGRAM = """#!/bin/bash
part=${SLURM_ARRAY_TASK_ID:-0}
if [ "$1" = run ] && [ ! -e "$TRIED-$part" ]; then
    touch "$TRIED-$part"
    [ "$part" != 2 ] || exec sleep 600
    [ "$part" != 3 ] || exit 1
fi
[ "$1" != run ] || set -- "$@" ${BLOCKS:-}
exec PTOCONF "$@"
"""
# The exhaustive tier, and how much of it.
PAIRS = ["--op", "tcolexpandadd", "--profile", "a2a3", "--tier", "exhaustive"]
BLOCKS = ["--dtype", "f16", "--blocks", "0-39"]
CONFIGURATION = """
ClusterName=ptoconf
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
CredType=cred/none
AuthInfo=cred_expire=5
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0
ReturnToService=1
SlurmdTimeout=10
KillWait=2
MailProg=/bin/true
SlurmdParameters=config_overrides
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/ctl.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/ctl.log
SlurmdLogFile={folder}/%n.log
PartitionName=all Nodes=ALL Default=YES MaxTime=10 State=UP
"""


def free_ports(number):
    """The first of so many ports in a row that are free."""
    for first in range(27810, 60000, number):
        sockets = []
        try:
            for port in range(first, first + number):
                sockets.append(socket.create_server(("127.0.0.1", port)))
            return first
        except OSError:
            continue
        finally:
            for opened in sockets:
                opened.close()
    raise SystemExit("no free ports")


def at_home():
    """Runs this again on a machine of its own name, where the name of this one does not stand for the loopback address: the daemons
    ask nobody who they are, and so they have to listen to this machine alone."""
    try:
        address = socket.gethostbyname(socket.gethostname())
    except OSError:
        address = None
    if address == "127.0.0.1":
        return
    who = [] if os.getuid() == 0 else ["-U", f"--map-user={os.getuid()}", f"--map-group={os.getgid()}", "--keep-caps"]
    named = ["sh", "-c", 'hostname localhost && exec "$@"', "sh", sys.executable, *sys.argv]
    os.execvp("unshare", ["unshare", "-u", *who, *named])


class Slurm:
    """A controller and a daemon for each node."""

    def __init__(self, folder):
        self.folder, self.daemons = folder, []
        port = free_ports(PARTS + 1)
        user = subprocess.check_output(["id", "-un"], text=True).strip()
        self.host = socket.gethostname().split(".")[0]
        text = CONFIGURATION.format(host=self.host, port=port, user=user, folder=folder)
        for node in range(1, PARTS + 1):
            text += f"NodeName=n{node} NodeHostname={self.host} NodeAddr=127.0.0.1 Port={port + node} CPUs=1\n"
            (folder / f"spool/n{node}").mkdir(parents=True)
        (folder / "state").mkdir()
        (folder / "slurm.conf").write_text(text)
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("SLURM", "SBATCH"))}
        self.environment = {**clean, "SLURM_CONF": str(folder / "slurm.conf")}

    def __enter__(self):
        self.daemons = [self.daemon("slurmctld")] + [self.daemon("slurmd", "-N", f"n{node}") for node in range(1, PARTS + 1)]
        self.wait("four idle nodes", lambda: self.say("sinfo", "-h", "-N", "-o", "%t").split() == ["idle"] * PARTS)
        return self

    def __exit__(self, *_):
        subprocess.run(["scancel", "--user", str(os.getuid())], env=self.environment, check=False)
        for daemon in self.daemons:
            daemon.terminate()
        for daemon in self.daemons:
            daemon.wait(20)

    def daemon(self, *command):
        """Starts a daemon in the foreground."""
        with open(self.folder / "daemons.log", "a") as log:
            return subprocess.Popen([*command, "-D", "-f", str(self.folder / "slurm.conf")], env=self.environment, stdout=log, stderr=log)

    def say(self, *command):
        """What a client prints."""
        return subprocess.run(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout

    def wait(self, what, done, seconds=120):
        """Waits until something is true."""
        end = time.monotonic() + seconds
        while not done():
            if time.monotonic() > end:
                raise SystemExit(f"no {what} after {seconds} s:\n{self.say('sinfo')}{self.say('squeue')}{self.logs()}")
            time.sleep(0.2)

    def logs(self):
        """The ends of all logs."""
        return "".join(f"-- {log.name}\n{log.read_text()[-1500:]}" for log in sorted(self.folder.glob("*.log")))

    def is_empty(self):
        """Whether no job waits or runs."""
        return self.say("squeue", "-h") == ""


def main(ptoconf):
    """A run with a lost node and a failing part, and one more."""
    for program in ("slurmctld", "slurmd", "sbatch"):
        if shutil.which(program) is None:
            raise SystemExit(f"{program} is not there: apt-get install slurmctld slurmd slurm-client")
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        # The daemons may run as nobody.
        scratch.chmod(0o755)
        daemons, work = scratch / "slurm", scratch / "work"
        work.mkdir()
        script = work / "ptoconf-slurm.sh"
        plan(ptoconf, script, RUN)
        program = scratch / "program"
        program.write_text(PROGRAM.replace("PTOCONF", str(ptoconf)))
        program.chmod(0o755)
        alone = ["run", "--impl", "builtin:a2a3", *RUN, "--out", "alone"]
        subprocess.run([ptoconf, *alone], cwd=work, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with Slurm(daemons) as slurm:
            slurm.environment.update({"PTOCONF": str(program), "TRIED": str(scratch / "tried")})
            assert submit(slurm, work, script) == 0, "the script that sends jobs"
            lose_node(slurm)
            slurm.wait("end of the jobs", slurm.is_empty)
            said = (work / "ptoconf_slurm/check.log").read_text()
            assert "part 3 is missing" in said, said
            assert not (work / "ptoconf_slurm/report.json").exists(), "a part is missing, and there is a report"
            print("a node is lost and its part run again; a part fails, and is named")
            # The environment of the jobs is that of the cluster, and not that of whoever sends them.
            slurm.environment["SBATCH_EXPORT"] = "TRIED"
            assert submit(slurm, work, script, "resume", "--wait") == 0, "the judging job is green"
            assert slurm.is_empty(), "it was waited for"
            said = (work / "ptoconf_slurm/check.log").read_text()
            assert "no failure in this part of profile a2a3" in said, said
            kept = (work / "ptoconf_slurm/part-1/results/results.json").stat().st_ino
            slurm.environment["IMPL"] = "builtin:cpu"
            assert submit(slurm, work, script, "resume", "--wait") == 2, "the parts that are there are of another implementation"
            again = {"IMPL": "builtin:cpu", "OUT": "other"}
            slurm.environment.update(again)
            assert submit(slurm, work, script, "--wait") == 1, "another implementation does not conform"
            assert (work / "ptoconf_slurm/part-1/results/results.json").stat().st_ino == kept, "another folder was written"
            pairs = work / "pairs.sh"
            plan(ptoconf, pairs, PAIRS)
            slurm.environment.update({"IMPL": "builtin:a2a3", "OUT": "pairs", "BLOCKS": " ".join(BLOCKS)})
            del slurm.environment["SBATCH_EXPORT"]
            assert submit(slurm, work, pairs, "--wait") == 0, (work / "pairs/check.log").read_text()
        judge = ["check", "--impl", "alone/results", "--vectors", "ptoconf_slurm/vectors", "--report", "json=alone.json"]
        subprocess.run([ptoconf, *judge], cwd=work, check=True)
        blocks = ["run", "--impl", "builtin:a2a3", *PAIRS, *BLOCKS, "--report", "json=blocks.json"]
        subprocess.run([ptoconf, *blocks], cwd=work, check=True, stderr=subprocess.DEVNULL)
        for one, other in (("alone", "ptoconf_slurm"), ("blocks", "pairs")):
            same = (work / f"{one}.json").read_bytes() == (work / other / "report.json").read_bytes()
            assert same, f"{other}: the report is another one than that of one process"
        print("blocks of the exhaustive tier, made and judged in parts, give the report of one process")
        print("resumed, the part that was missing is run, and the report is that of one process; another implementation is red")


def plan(ptoconf, script, options):
    """Writes the script that sends the jobs."""
    subprocess.run([ptoconf, "plan", "--engine", "slurm", "--parts", str(PARTS), "--impl", "builtin:a2a3", *options, "--out", script], check=True)


def submit(slurm, work, script, *words):
    """Starts the script; gives its exit code."""
    return subprocess.run(["bash", script, *words], cwd=work, env=slurm.environment, stdout=subprocess.DEVNULL, check=False).returncode


def lose_node(slurm):
    """Kills everything of the node on which part 2 runs, as a power cut would, and starts it again once the part is begun anew."""
    part = lambda: [line.split() for line in slurm.say("squeue", "-h", "-r", "-t", "R", "-o", "%K %N").splitlines() if line.startswith("2 ")]
    slurm.wait("part 2 that runs", lambda: part() and pathlib.Path(slurm.environment["TRIED"] + "-2").exists())
    [[_, node]] = part()
    number = int(node[1:])
    # The daemon and what watches over the job first, so that nobody is left to say how it ended.
    daemon, jobs = slurm.daemons[number], of_node(node)
    for process in [daemon.pid, *(parent(job) for job in jobs if parent(job) not in jobs), *jobs]:
        os.kill(process, signal.SIGKILL)
    daemon.wait(20)
    slurm.wait("part 2 that waits or runs elsewhere", lambda: node not in [where for _, where in part()])
    slurm.daemons[number] = slurm.daemon("slurmd", "-N", node)


def of_node(node):
    """The processes of jobs that run on a node."""
    mark, found = f"SLURMD_NODENAME={node}".encode(), []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark in (process / "environ").read_bytes().split(b"\0"):
                found.append(int(process.name))
        except OSError:
            continue
    return found


def parent(process):
    """The parent of a process."""
    return int(pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    at_home()
    # Told to end, it takes its daemons with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    main(pathlib.Path(sys.argv[1]).resolve())
