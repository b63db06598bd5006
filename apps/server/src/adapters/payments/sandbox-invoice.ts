/** The sandbox's invoices as PDF. */
import type { Period, Role } from '@sampan/contract/plans'
import type { Invoice, Payer } from './payments.ts'

type Drawn = {
  invoice: Invoice
  what: { role: Role; period: Period }
  to: { name: string; email: string; details: Payer['details'] }
  productName: string
}

const dollars = (cents: number): string => `USD ${(cents / 100).toFixed(2)}`
/** The built-in fonts know Latin letters only; others would come out as garbage. */
const latin = (text: string): string => text.replace(/[^ -~À-ÿ]/g, '?')

function linesOf({ name, email, details }: Drawn['to']): string[] {
  const { line1 = '', line2 = '', city = '', postalCode = '', state = '', country = '', taxNumber = '' } = details ?? {}
  const place = [postalCode, city, state, country].filter(Boolean).join(' ')
  const taxLine = taxNumber && `Tax number: ${taxNumber}`
  return [`To: ${name || email}`, name && email, line1, line2, place, taxLine].filter(Boolean)
}

export async function drawInvoice({ invoice, what, to, productName }: Drawn): Promise<Buffer> {
  // With its fonts it takes a tenth of a server's start.
  const { default: PDFDocument } = await import('pdfkit')
  const page = new PDFDocument({ size: 'A4', margin: 64, info: { Title: `Invoice ${invoice.number} (Test mode)` } })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject))
  page.fontSize(22).text(latin(productName)).moveDown(0.5)
  page.fontSize(12).fillColor('#b3261e').text('Test mode: no money was moved, and this is not a real invoice.').fillColor('black')
  page.moveDown().fontSize(16).text(`Invoice ${invoice.number}`)
  page
    .fontSize(11)
    .text(`Date: ${invoice.createdAt.toISOString().slice(0, 10)}`)
    .text(`Status: ${invoice.status}`)
  page.moveDown().text(linesOf(to).map(latin).join('\n'))
  page.moveDown().text(`${what.role}, ${what.period}: ${dollars(invoice.amountCents)}`)
  page
    .moveDown()
    .fontSize(13)
    .text(`Total: ${dollars(invoice.amountCents)}`)
  page.end()
  await ended
  return Buffer.concat(chunks)
}
