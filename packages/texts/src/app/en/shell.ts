/** The frame around every page. */
export const shell = {
  name: 'Sampan',
  home: 'Sampan, home page',
  skip: 'Skip to content',
  theme: 'Theme',
  themeLight: 'Light',
  themeSystem: 'As the system',
  themeDark: 'Dark',
  crashTitle: 'Something broke on this page.',
  crashText: 'It was our fault. Load the page again, please.',
  reload: 'Load again',
}
