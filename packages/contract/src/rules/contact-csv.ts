/** Reads contacts from the rows of a CSV, whatever the order of its columns. Pure; splitting text into rows is the caller's. */
import { type ContactEntry, type FoundEntry, fullName, gatherEntries, type ReadEntries } from './contacts.ts'
import { csvLine, readCell } from './csv.ts'
import { isEmail, normalizeEmail } from './recipients.ts'

export const contactColumns = ['email', 'name', 'firstName', 'lastName', 'company', 'note'] as const
export type ContactColumn = (typeof contactColumns)[number]
/** What each column of a file holds; null: nothing of ours. */
export type ColumnMap = readonly (ContactColumn | null)[]
export type CsvLayout = { columns: ColumnMap; hasHeader: boolean }

/** As Outlook, Google, Apple, Foxmail and people write them; letters and digits alone count, without accents. */
const headers: Record<ContactColumn, readonly string[]> = {
  email: [
    ...['email', 'emailaddress', 'mail', 'mailaddress', 'emails', 'email1value', 'email1', 'emailaddress1', 'primaryemail'],
    ...['workemail', 'businessemail', 'personalemail', 'emailadresse', 'mailadresse', 'emailprivat', 'emailgeschaftlich'],
    ...['courriel', 'adresseemail', 'adressemail', 'adressedemessagerie', 'adresseelectronique'],
    ...['correo', 'correoelectronico', 'direcciondecorreoelectronico', 'enderecodeemail', 'correioeletronico'],
    ...['邮箱', '电子邮箱', '电子邮件', '邮件', '邮箱地址', '邮件地址', '电子邮件地址', '电邮'],
  ],
  name: [
    ...['name', 'fullname', 'displayname', 'contact', 'contactname', 'person', 'anzeigename', 'kontakt', 'ansprechpartner'],
    ...['nom', 'nomcomplet', 'nombre', 'nombrecompleto', 'nome', 'nomecompleto', 'contacto', 'contato'],
    ...['姓名', '名称', '联系人', '称呼', '显示名称'],
  ],
  firstName: ['firstname', 'givenname', 'first', 'vorname', 'prenom', 'primeironome', '名', '名字'],
  lastName: [
    ...['lastname', 'familyname', 'surname', 'last', 'nachname', 'familienname', 'nomdefamille'],
    ...['apellido', 'apellidos', 'sobrenome', 'apelido', '姓', '姓氏'],
  ],
  company: [
    ...['company', 'companyname', 'organization', 'organisation', 'organizationname', 'organization1name', 'org', 'firm'],
    ...['firma', 'firmenname', 'unternehmen', 'societe', 'entreprise', 'empresa', 'compania', 'organizacion', 'organizacao'],
    ...['公司', '公司名称', '单位', '单位名称', '企业', '组织'],
  ],
  note: [
    ...['note', 'notes', 'comment', 'comments', 'remark', 'remarks', 'notiz', 'notizen', 'bemerkung', 'bemerkungen'],
    ...['kommentar', 'anmerkung', 'anmerkungen', 'remarque', 'remarques', 'commentaire', 'nota', 'notas', 'observaciones'],
    ...['备注', '注释', '说明', '附注', '便笺'],
  ],
}
const columnOf = new Map(contactColumns.flatMap((column) => headers[column].map((name) => [name, column] as const)))

const plain = (cell: string): string =>
  cell
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
const addressOf = (cell: string): string => normalizeEmail(/<([^<>]+)>\s*$/.exec(cell)?.[1] ?? cell.replace(/^mailto:/i, ''))
const isAddress = (cell: string): boolean => isEmail(addressOf(cell))

type Rows = readonly (readonly string[])[]

/** Each of ours once: the first column that is called so. */
const once = (columns: ColumnMap): ColumnMap => columns.map((column, at) => (columns.indexOf(column) === at ? column : null))

/** "Name" beside "Vorname" is the family name, "Nombre" beside "Apellidos" the given one. */
function splitName(columns: ColumnMap): ColumnMap {
  const [hasFirst, hasLast] = [columns.includes('firstName'), columns.includes('lastName')]
  if (hasFirst === hasLast) return columns
  return columns.map((column) => (column === 'name' ? (hasFirst ? 'lastName' : 'firstName') : column))
}

const widthOf = (rows: Rows): number => Math.max(0, ...rows.map(({ length }) => length))

/** Where the addresses stand; -1: nowhere. */
function emailAt(rows: Rows): number {
  const counts = Array.from({ length: widthOf(rows) }, (_, at) => rows.filter((row) => isAddress(row[at] ?? '')).length)
  return counts.findIndex((count) => count > 0 && count === Math.max(...counts))
}

/** Without names: the addresses tell themselves, the others stand in the order that people write them. */
function byPosition(rows: Rows): ColumnMap {
  const email = Math.max(0, emailAt(rows))
  const rest: ContactColumn[] = ['name', 'company', 'note']
  return Array.from({ length: widthOf(rows) }, (_, at) => (at === email ? 'email' : (rest.shift() ?? null)))
}

const sampleRows = 50

/** Worked out from the first rows; a person may change it. A column whose name we do not know is never guessed by its place. */
export function csvLayout(rows: Rows): CsvLayout {
  const named = splitName(once((rows[0] ?? []).map((cell) => columnOf.get(plain(cell)) ?? null)))
  const hasHeader = named.some(Boolean) && !(rows[0] ?? []).some(isAddress)
  const sample = rows.slice(0, sampleRows)
  if (!hasHeader) return { columns: byPosition(sample), hasHeader }
  const email = named.includes('email') ? -1 : emailAt(sample)
  return { columns: named.map((column, at) => (at === email ? 'email' : column)), hasHeader }
}

/** Those in which something stands: most of what an address book writes are empty. */
export function filledColumns(rows: Rows, { hasHeader }: CsvLayout): number[] {
  const people = rows.slice(hasHeader ? 1 : 0)
  const width = widthOf(rows.slice(0, sampleRows))
  return Array.from({ length: width }, (_, at) => at).filter((at) => people.some((row) => row[at]?.trim()))
}

export function readContactRows(rows: Rows, { columns, hasHeader }: CsvLayout): ReadEntries {
  const at = (column: ContactColumn) => columns.indexOf(column)
  const found = rows.flatMap((row, index): FoundEntry[] => {
    if ((hasHeader && index === 0) || row.every((cell) => !cell.trim())) return []
    const cell = (column: ContactColumn): string => readCell(row[at(column)] ?? '')
    const name = cell('name').trim() || fullName(cell('firstName'), cell('lastName'))
    const entry: ContactEntry = { email: addressOf(cell('email')), name, company: cell('company'), note: cell('note') }
    return [{ ...entry, line: index + 1, text: row.join(' ') }]
  })
  return gatherEntries(found)
}

export const contactCsvHeader = csvLine(['Email', 'Name', 'Company', 'Note'])
export const contactCsvLine = ({ email, name, company, note }: ContactEntry): string => csvLine([email, name, company, note])
