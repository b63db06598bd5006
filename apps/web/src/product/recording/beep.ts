/** The sign that it begins, and that it is over. */
const seconds = 0.14

export async function beep(hertz: number): Promise<void> {
  try {
    const context = new AudioContext()
    const tone = new OscillatorNode(context, { frequency: hertz })
    const volume = new GainNode(context, { gain: 0.15 })
    tone.connect(volume).connect(context.destination)
    tone.start()
    tone.stop(context.currentTime + seconds)
    await Promise.race([
      new Promise((resolve) => tone.addEventListener('ended', resolve, { once: true })),
      new Promise((resolve) => setTimeout(resolve, seconds * 3000)),
    ])
    await context.close()
  } catch {
    // Without a sound it begins all the same.
  }
}
