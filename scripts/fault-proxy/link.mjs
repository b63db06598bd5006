/**
 * One direction of the line, shared by all connections: when each piece has left, at so many bytes a second. Connections take turns,
 * and no more is let onto it than leaves within a few milliseconds, so that one of them cannot keep the others waiting.
 */
const backlogMs = 20
/** What a busy machine overslept is made good, as a real line would not have stood still. */
const oversleptMs = 250

export function createLink(bytesPerSecond) {
  const waiting = []
  let freeAt = 0
  let timer = null
  let wasBusy = false
  let isRunning = false

  function depart(bytes, now) {
    const rate = bytesPerSecond()
    if (rate === 0) return now
    freeAt = Math.max(freeAt, wasBusy ? now - oversleptMs : now) + (bytes / rate) * 1000
    return Math.max(freeAt, now)
  }
  function run() {
    timer = null
    isRunning = true
    const now = performance.now()
    while (waiting.length > 0 && freeAt - now < backlogMs) {
      const pipe = waiting.shift()
      const hasMore = pipe.sendPiece((bytes) => depart(bytes, now))
      wasBusy = true
      if (hasMore) waiting.push(pipe)
    }
    isRunning = false
    wasBusy = waiting.length > 0
    if (wasBusy) timer = setTimeout(run, Math.max(1, freeAt - now - backlogMs / 2))
  }
  return {
    /** The pipe has something that may leave; its `sendPiece` is called when it is its turn. */
    ask(pipe) {
      if (waiting.includes(pipe)) return
      waiting.push(pipe)
      if (!timer && !isRunning) run()
    },
    forget(pipe) {
      const at = waiting.indexOf(pipe)
      if (at >= 0) waiting.splice(at, 1)
    },
    /** New settings count at once. */
    wake() {
      clearTimeout(timer)
      freeAt = Math.min(freeAt, performance.now() + backlogMs)
      run()
    },
    stop: () => clearTimeout(timer),
  }
}
