/** Recorded sound as AAC in MP4, which every phone plays (Q9). Opus is decoded and AAC encoded in WebAssembly: Node has neither. */
import type { EncodedPacket } from 'mediabunny'
import type { Rendered } from './render.ts'

const bitsPerSecond = 64_000
const opusHertz = 48_000

type Library = typeof import('mediabunny')

/** Loaded with the first sound, not with the program. */
async function load(): Promise<Library> {
  const library = await import('mediabunny')
  const { registerAacEncoder } = await import('@mediabunny/aac-encoder')
  const { OpusDecoder } = await import('opus-decoder')
  library.registerDecoder(opusOf(library, OpusDecoder))
  registerAacEncoder()
  return library
}
let loading: Promise<Library> | undefined

const opusOf = ({ AudioSample, CustomAudioDecoder }: Library, OpusDecoder: typeof import('opus-decoder').OpusDecoder) =>
  class WasmOpusDecoder extends CustomAudioDecoder {
    #decoder!: InstanceType<typeof OpusDecoder<typeof opusHertz>>

    static override supports(codec: string): boolean {
      return codec === 'opus'
    }

    override async init(): Promise<void> {
      const { numberOfChannels: channels } = this.config
      if (channels > 2) throw new Error(`${channels} channels of sound`)
      this.#decoder = new OpusDecoder({ channels, sampleRate: opusHertz })
      await this.#decoder.ready
    }

    override decode({ data: packet, timestamp }: EncodedPacket): void {
      const { channelData, samplesDecoded, sampleRate } = this.#decoder.decodeFrame(packet)
      if (samplesDecoded === 0) return
      const data = new Float32Array(samplesDecoded * channelData.length)
      for (const [at, channel] of channelData.entries()) data.set(channel.subarray(0, samplesDecoded), at * samplesDecoded)
      const numberOfChannels = channelData.length
      this.onSample(new AudioSample({ data, format: 'f32-planar', numberOfChannels, sampleRate, timestamp }))
    }

    override flush(): void {}

    override close(): void {
      this.#decoder.free()
    }
  }

/** Nothing where every phone plays it as it is. */
export async function renderSound(bytes: Uint8Array): Promise<Rendered[]> {
  loading ??= load()
  const { ALL_FORMATS, BufferSource, BufferTarget, Conversion, Input, Mp4OutputFormat, Output } = await loading
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new Error('no sound in it')
  if (track.codec === 'aac' && (await input.getMimeType()).startsWith('audio/mp4')) return []
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const audio = { codec: 'aac', bitrate: bitsPerSecond, numberOfChannels: 1 } as const
  const conversion = await Conversion.init({ input, output, audio, video: { discard: true }, showWarnings: false })
  if (!conversion.isValid) throw new Error('its sound cannot be converted')
  await conversion.execute()
  return [{ form: 'audio', type: 'audio/mp4', bytes: new Uint8Array(target.buffer!) }]
}
