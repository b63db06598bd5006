/** How loud a sound is, from its beginning to its end. */
const maxBytes = 5_000_000
const peakCount = 64

/** `peaks`: 0 to 1, the loudest is 1. */
export type Waveform = { peaks: number[]; seconds: number }

/** Rejects where it is too large to be looked at whole, or cannot be read. */
export async function waveformOf(src: string, signal: AbortSignal): Promise<Waveform> {
  const reply = await fetch(src, { signal, credentials: 'same-origin' })
  if (!reply.ok || Number(reply.headers.get('content-length') ?? 0) > maxBytes) {
    void reply.body?.cancel()
    throw new Error('It is not looked at')
  }
  const bytes = await reply.arrayBuffer()
  if (bytes.byteLength > maxBytes) throw new Error('It is too large')
  // Needs no permission and makes no sound, as one for listening might.
  const sound = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(bytes)
  return { peaks: peaksOf(sound.getChannelData(0)), seconds: sound.duration }
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
