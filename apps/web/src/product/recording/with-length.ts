/**
 * What a browser records is written as it comes: it does not say how long it is, and nobody can seek in it. Written once more, without
 * encoding anything anew, it does.
 */
export async function withLength(recorded: Blob): Promise<Blob> {
  try {
    const { ALL_FORMATS, BlobSource, BufferTarget, Conversion, Input, Mp4OutputFormat, Output, WebMOutputFormat } = await import(
      'mediabunny'
    )
    const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(recorded) })
    const target = new BufferTarget()
    const format = recorded.type.includes('mp4') ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
    const output = new Output({ format, target })
    const conversion = await Conversion.init({ input, output, showWarnings: false })
    if (!conversion.isValid || conversion.discardedTracks.length > 0) return recorded
    await conversion.execute()
    return new Blob([target.buffer!], { type: recorded.type })
  } catch {
    return recorded
  }
}
