"""Runs a program held by what a systemd unit says: as-unit.py USER CALLS FAMILIES READONLY... -- COMMAND...

As root, in a mount namespace of its own: READONLY folders cannot be written, the process is USER without any capability, and only the
system calls and address families that are listed (separated by commas) are let through, as systemd would by the same library.
"""

import ctypes
import os
import pwd
import socket
import subprocess
import sys

user, calls, families, *rest = sys.argv[1:]
end = rest.index("--")
readonly, command = rest[:end], rest[end + 1 :]

subprocess.run(["mount", "--make-rprivate", "/"], check=True)
for folder in readonly:
    subprocess.run(["mount", "--bind", folder, folder], check=True)
    subprocess.run(["mount", "-o", "remount,bind,ro", folder], check=True)

libc = ctypes.CDLL(None, use_errno=True)
NO_NEW_PRIVS, CAPBSET_DROP = 38, 24
for capability in range(64):
    libc.prctl(CAPBSET_DROP, capability, 0, 0, 0)
account = pwd.getpwnam(user)
os.setgroups([])
os.setresgid(account.pw_gid, account.pw_gid, account.pw_gid)
os.setresuid(account.pw_uid, account.pw_uid, account.pw_uid)
libc.prctl(NO_NEW_PRIVS, 1, 0, 0, 0)


class Comparison(ctypes.Structure):
    _fields_ = [("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]


EPERM_ACTION, ALLOW, EQUAL = 0x00050001, 0x7FFF0000, 4
seccomp = ctypes.CDLL("libseccomp.so.2")
seccomp.seccomp_init.restype = ctypes.c_void_p
seccomp.seccomp_rule_add_array.argtypes = [
    ctypes.c_void_p,
    ctypes.c_uint32,
    ctypes.c_int,
    ctypes.c_uint,
    ctypes.POINTER(Comparison),
]
context = seccomp.seccomp_init(ctypes.c_uint32(EPERM_ACTION))
for name in calls.split(","):
    number = seccomp.seccomp_syscall_resolve_name(name.encode())
    # Those of other machines have no number here.
    if number < 0:
        continue
    if name != "socket":
        seccomp.seccomp_rule_add_array(context, ALLOW, number, 0, None)
        continue
    for family in families.split(","):
        only = (Comparison * 1)(Comparison(0, EQUAL, int(getattr(socket, family)), 0))
        seccomp.seccomp_rule_add_array(context, ALLOW, number, 1, only)
if seccomp.seccomp_load(ctypes.c_void_p(context)) != 0:
    sys.exit("the filter of system calls could not be loaded")
os.execvp(command[0], command)
