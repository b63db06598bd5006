/** Under `npm start` and `npm run dev` the server ends with npm: whoever kills npm means the server, and would find neither it nor its database again. */
import { readFileSync } from 'node:fs'

const lookMs = 1000

/** The parent of a process and its name, where /proc tells. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [name, rest] = [stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')), stat.slice(stat.lastIndexOf(')') + 2)]
    return { name, parent: Number(rest.split(' ')[1]) }
  } catch {
    return undefined
  }
}

/** npm itself: behind the shell that it runs scripts in, where that has not made way for the script. */
function whoRunsThis() {
  const shell = parentOf(process.ppid)
  return shell && /^(?:sh|dash|bash|ash)$/.test(shell.name) ? `${process.ppid} ${shell.parent}` : `${process.ppid}`
}

export function endWithNpm() {
  if (!['start', 'dev'].includes(process.env.npm_lifecycle_event)) return
  const before = whoRunsThis()
  const watch = setInterval(() => {
    if (whoRunsThis() === before) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, lookMs)
  watch.unref()
}
