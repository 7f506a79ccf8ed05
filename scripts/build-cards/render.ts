import Handlebars from 'handlebars';
import { cardTemplate } from './card-template.ts';
import { type CardView } from './card-view.ts';
import { indexTemplate } from './index-template.ts';
import type { IndexView } from './index-view.ts';

/** The Markdown of a card. */
export function renderCard(view: CardView): string {
  return render(cardTemplate, view);
}

/** The Markdown of the index of cards. */
export function renderIndex(view: IndexView): string {
  return render(indexTemplate, view);
}

// Views hold Markdown, escaped where it was made; a name that the view lacks is a mistake and throws.
function render(template: string, view: object): string {
  return Handlebars.compile(template, { noEscape: true, strict: true })(view);
}
