/** Puts `content` (Markdown) in the place of what stands between `<!-- name -->` and `<!-- end of name -->` in README.md. */
export function writeSection(name: string, content: string): void
