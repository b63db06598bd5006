/** How loud a sound is, from its beginning to its end. */
const maxBytes = 5_000_000
const peakCount = 64

/** `peaks`: 0 to 1, the loudest is 1. */
export type Waveform = { peaks: number[]; seconds: number }

/** Rejects where it is too large to be looked at whole, or cannot be read. */
export async function waveformOf(sound: string | Blob, signal: AbortSignal): Promise<Waveform> {
  const blob = typeof sound === 'string' ? await fetched(sound, signal) : sound
  if (blob.size > maxBytes) throw new Error('It is too large')
  const bytes = await blob.arrayBuffer()
  // Needs no permission and makes no sound, as one for listening might.
  const decoded = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(bytes)
  return { peaks: peaksOf(decoded.getChannelData(0)), seconds: decoded.duration }
}

async function fetched(address: string, signal: AbortSignal): Promise<Blob> {
  const reply = await fetch(address, { signal, credentials: 'same-origin' })
  if (reply.ok && Number(reply.headers.get('content-length') ?? 0) <= maxBytes) return reply.blob()
  void reply.body?.cancel()
  throw new Error('It is not looked at')
}

export function peaksOf(samples: Float32Array): number[] {
  const step = Math.max(1, Math.floor(samples.length / peakCount))
  const peaks = Array.from({ length: Math.min(peakCount, samples.length) }, (_, n) => {
    let peak = 0
    for (let at = n * step; at < Math.min(samples.length, (n + 1) * step); at++) peak = Math.max(peak, Math.abs(samples[at]!))
    return peak
  })
  const loudest = Math.max(...peaks, 0.01)
  return peaks.map((peak) => peak / loudest)
}
