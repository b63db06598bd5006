/**
 * One direction of one connection: reads from `source`, writes to `sink` what the line lets through, when it lets it through. Holds a
 * bounded number of bytes: when they are on their way or the sink takes no more, the source is read no further.
 */
const pieceBytes = 16 * 1024
const packetBytes = 1460
const readAheadBytes = 64 * 1024
const maxWindow = 64 * 1024 * 1024

export function openPipe({ source, sink, direction, link, settings, random, counters, faultIn, onFault }) {
  /** Read but not yet on the line; a marker { fault } ends it. */
  const pending = []
  /** On the line, in order: { bytes, dueMs } or { fault, dueMs }. */
  const flying = []
  let pendingBytes = 0
  let flyingBytes = 0
  let unacknowledged = 0
  let windowBytes = settings.initialWindowBytes || maxWindow
  let lastDueMs = 0
  let timer = null
  let isBlocked = false
  let isSwallowing = false
  let isClosed = false

  const mayFly = () =>
    pending.length > 0 && !settings.hold[direction] && flyingBytes < settings.pipeBytes && unacknowledged < windowBytes

  function wants() {
    if (!isClosed && mayFly()) link.ask(pipe)
  }
  function queue(item) {
    pending.push(item)
    pendingBytes += item.bytes?.length ?? 0
  }
  /** Bytes into pieces that are small against what the line carries in a moment. */
  function queueBytes(bytes) {
    const rate = settings.bytesPerSecond[direction]
    const step = Math.min(pieceBytes, rate ? Math.max(256, Math.floor(rate / 50)) : pieceBytes)
    for (let at = 0; at < bytes.length; at += step) queue({ bytes: bytes.subarray(at, at + step) })
  }
  /** Looks for the places where something is to go wrong. */
  function take(chunk) {
    let rest = chunk
    while (rest.length > 0) {
      const fault = faultIn(rest.length)
      if (!fault) return queueBytes(rest)
      queueBytes(rest.subarray(0, fault.at))
      rest = Buffer.from(rest.subarray(fault.at))
      if (fault.kind === 'flip') {
        counters.faults.flip++
        rest[0] ^= 1
        queueBytes(rest.subarray(0, 1))
        rest = rest.subarray(1)
      } else {
        queue({ fault: fault.kind })
        isSwallowing = true
        return
      }
    }
  }
  function read(chunk) {
    counters.read[direction] += chunk.length
    if (isSwallowing) return
    take(chunk)
    if (pendingBytes >= readAheadBytes) source.pause()
    wants()
  }

  function dueOf(bytes, departMs) {
    const loss = settings.lossPerSegment[direction]
    const isLost = loss > 0 && random() < 1 - (1 - loss) ** Math.ceil(bytes / packetBytes)
    if (isLost) counters.stalls++
    // What follows a lost packet is there, but handed over only behind it.
    lastDueMs = Math.max(lastDueMs, departMs + settings.delayMs[direction] + (isLost ? settings.stallMs : 0))
    return lastDueMs
  }
  /** Lets one piece onto the line; true when more may follow. */
  function sendPiece(depart) {
    if (isClosed || !mayFly()) return false
    const item = pending.shift()
    const bytes = item.bytes?.length ?? 0
    pendingBytes -= bytes
    flyingBytes += bytes
    unacknowledged += bytes
    flying.push({ ...item, dueMs: dueOf(bytes, depart(bytes)) })
    if (pendingBytes < readAheadBytes / 2 && source.isPaused()) source.resume()
    schedule()
    return mayFly()
  }

  function schedule() {
    if (timer || isBlocked || isClosed || flying.length === 0) return
    const waitMs = flying[0].dueMs - performance.now()
    if (waitMs <= 0) deliver()
    else timer = setTimeout(deliver, Math.ceil(waitMs))
  }
  function acknowledge(bytes) {
    unacknowledged -= bytes
    windowBytes = Math.min(maxWindow, windowBytes + bytes)
    wants()
  }
  function handOver({ bytes }) {
    flyingBytes -= bytes.length
    counters.written[direction] += bytes.length
    if (settings.initialWindowBytes > 0) setTimeout(acknowledge, settings.delayMs[direction], bytes.length).unref()
    else unacknowledged -= bytes.length
    return sink.write(bytes)
  }
  function deliver() {
    timer = null
    const now = performance.now()
    while (flying.length > 0 && flying[0].dueMs <= now && !isBlocked && !isClosed) {
      const item = flying.shift()
      if (item.fault) onFault(item.fault)
      else isBlocked = !handOver(item)
    }
    wants()
    schedule()
  }

  source.on('data', read)
  // The other side learns of an end as late as of bytes, and behind them.
  function end(kind) {
    if (isSwallowing) return
    queue({ fault: kind })
    wants()
  }
  source.on('end', () => end('end'))
  source.on('error', () => end('reset'))
  sink.on('drain', () => {
    isBlocked = false
    schedule()
  })

  const pipe = {
    sendPiece,
    wants,
    /** From now on bytes vanish without anybody being told. */
    swallow() {
      isSwallowing = true
      pending.length = 0
      pendingBytes = 0
      source.resume()
    },
    heldBytes: () => pendingBytes + flyingBytes,
    close() {
      isClosed = true
      clearTimeout(timer)
      link.forget(pipe)
    },
  }
  return pipe
}
