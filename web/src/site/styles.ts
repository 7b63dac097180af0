/** The styles of the pages for everybody, to be inlined. */
import dock from '../app/css/dock.css?inline';
import footer from '../app/css/footer.css?inline';
import base from '../ui/css/base.css?inline';
import button from '../ui/css/button.css?inline';
import docket from '../ui/css/docket.css?inline';
import fontsNear from '../ui/css/fonts-near.css?inline';
import header from '../ui/css/header.css?inline';
import icon from '../ui/css/icon.css?inline';
import layout from '../ui/css/layout.css?inline';
import logo from '../ui/css/logo.css?inline';
import mark from '../ui/css/mark.css?inline';
import people from '../ui/css/people.css?inline';
import photos from '../ui/css/photos.css?inline';
import picture from '../ui/css/picture.css?inline';
import record from '../ui/css/record.css?inline';
import skills from '../ui/css/skills.css?inline';
import stickybar from '../ui/css/stickybar.css?inline';
import stone from '../ui/css/stone.css?inline';
import term from '../ui/css/term.css?inline';
import tokens from '../ui/css/tokens.css?inline';
import site from './site.css?inline';

export const styles = [
  fontsNear,
  tokens,
  base,
  layout,
  icon,
  logo,
  button,
  mark,
  people,
  stone,
  term,
  header,
  dock,
  footer,
  skills,
  picture,
  photos,
  docket,
  record,
  stickybar,
  site,
].join('');
