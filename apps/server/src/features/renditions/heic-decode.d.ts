/** Of heic-decode, which brings none: what is used of it. */
declare module 'heic-decode' {
  type Image = { width: number; height: number; data: Uint8ClampedArray }
  type Undecoded = { width: number; height: number; decode: () => Promise<Image> }
  type Images = Undecoded[] & { dispose: () => void }
  const decode: { all: (of: { buffer: Uint8Array }) => Promise<Images> }
  // biome-ignore lint/style/noDefaultExport: that is what it exports
  export default decode
}
