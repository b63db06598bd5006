/** What PDF.js draws with besides the file: characters of Asian fonts, the fonts that every PDF may take for granted, decoders of pictures. */
const addresses = import.meta.glob<string>(
  '../../../../../node_modules/pdfjs-dist/{cmaps/*.bcmap,standard_fonts/*.{pfb,ttf},wasm/{jbig2,openjpeg}.wasm}',
  { query: '?url', import: 'default', eager: true },
)
const byName = new Map(Object.entries(addresses).map(([path, url]) => [path.split('/pdfjs-dist/')[1], url]))

/** By its name in the library, such as `cmaps/GBK-EUC-H.bcmap`; null where there is none. */
export async function pdfData(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const url = byName.get(name)
  const reply = url === undefined ? null : await fetch(url).catch(() => null)
  return reply?.ok ? new Uint8Array(await reply.arrayBuffer()) : null
}
