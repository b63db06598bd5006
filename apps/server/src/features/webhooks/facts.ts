/** What is told of a transfer, a request and its supplier, wherever something happens to them. */
import type { WebhookRequest, WebhookSupplier, WebhookTransfer } from '@sampan/contract/rules/webhook-events'
import { type Origin, publicLink, requestLink } from '../../links.ts'

type TransferRow = {
  id: string
  slug: string
  title: string
  fileName: string
  fileCount: number
  totalBytes: number
  sentAt: Date
  expiresAt: Date
}

export const transferFacts = (origin: Origin, row: TransferRow): WebhookTransfer => ({
  id: row.id,
  slug: row.slug,
  link: publicLink(origin, row.slug),
  title: row.title || row.fileName,
  fileCount: row.fileCount,
  totalBytes: row.totalBytes,
  sentAt: row.sentAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})

export const requestFacts = (origin: Origin, { id, slug, title }: Omit<WebhookRequest, 'link'>): WebhookRequest => ({
  id,
  slug,
  link: requestLink(origin, slug),
  title,
})

type SupplierRow = { id: string; email: string | null; name: string | null }

export const supplierFacts = ({ id, email, name }: SupplierRow): WebhookSupplier => ({
  id,
  email: email || null,
  name: name || null,
})
