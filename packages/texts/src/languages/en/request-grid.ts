/** The words of a request's grid, as PDF and as CSV; the page has its own. */
export const requestGrid = {
  request: 'File request',
  madeAt: (date: string) => `Made ${date}`,
  requester: 'Asked by',
  link: 'Link',
  untitled: 'Untitled',
  someone: 'Someone with the link',
  other: 'Other files',
  states: { waiting: 'Waiting', uploading: 'Uploading', received: 'Received', accepted: 'Accepted', rejected: 'Sent back' },
  columns: {
    supplier: 'Supplier',
    email: 'Email',
    company: 'Company',
    document: 'Document',
    state: 'State',
    file: 'File',
    bytes: 'Bytes',
    receivedAt: 'Received (UTC)',
    decidedAt: 'Decided (UTC)',
    reason: 'Reason',
  },
  nobody: 'Nobody has been asked yet.',
  leftOut: (count: number, number: string) =>
    `${number} more ${count === 1 ? 'person is' : 'people are'} not on these pages. The CSV export has everybody.`,
  page: (productName: string) => `Made by ${productName} from its records. Times are UTC.`,
}
