// HTML and SVG that somebody else has written, made into nodes: elements and attributes that are
// on the lists are made anew, everything else is left out. Nothing is ever parsed in the page itself.

const SVG = "http://www.w3.org/2000/svg";
const HTML = new Set(`a abbr b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure
  h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strong sub summary sup
  table tbody td tfoot th thead tr u ul var`.split(/\s+/));
const DRAWN = new Set(`svg g path rect circle ellipse line polyline polygon text tspan title desc defs marker
  linearGradient radialGradient stop clipPath`.split(/\s+/));
/** Elements that go with all that is in them; of others that are on no list, what is in them stays. */
const GONE = new Set(`script style template iframe frame frameset object embed applet noscript noembed noframes textarea select
  option title head meta base link audio video source canvas dialog form button input math foreignObject`.split(/\s+/));
const PLAIN = new Set("align alt colspan dir height lang open rowspan scope start title valign value width aria-label".split(" "));
const OURS = new Set("class id tabindex role aria-hidden aria-labelledby".split(" "));
const DRAWING = new Set(`viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry d points transform dx dy
  fill fill-opacity fill-rule stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin stroke-opacity opacity
  font-size font-family font-weight font-style text-anchor dominant-baseline alignment-baseline marker-start marker-mid marker-end
  markerWidth markerHeight markerUnits refX refY orient offset stop-color stop-opacity gradientUnits gradientTransform
  clip-path clip-rule vector-effect aria-label lang xml:space`.split(/\s+/));
const STYLES = new Set(`color background-color text-align vertical-align font-weight font-style font-size font-family white-space
  text-decoration width height max-width min-width border border-top border-bottom border-left border-right border-color
  border-style border-width padding fill stroke stroke-width opacity`.split(/\s+/));
const VALUE = /^[\w\s.,%#'"+-]*$|^(?:rgb|hsl)a?\([\d\s.,%/]+\)$/; // no url(), no other function
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]*$/;

let made = 0;

/** Nodes for HTML. Of `ours`, written when the page was built, classes and links to other sites stay, too. */
export function safe(html, { ours = false } = {}) {
  const found = new DOMParser().parseFromString(String(html), "text/html");
  const fragment = document.createDocumentFragment();
  copied(found.body, fragment, { ours, mark: `safe${++made}-` });
  return fragment;
}

function copied(from, to, how) {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) to.append(node.data);
    else if (node.nodeType === Node.ELEMENT_NODE) element(node, to, how);
  }
}

function element(node, to, how) {
  const drawn = node.namespaceURI === SVG;
  const name = node.localName;
  if (drawn ? !DRAWN.has(name) : GONE.has(name)) return;
  if (!drawn && !HTML.has(name)) { copied(node, to, how); return; }
  const copy = drawn ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const { name: attribute, value } of node.attributes) {
    if (drawn) drawing(copy, attribute, value, how);
    else written(copy, attribute, value, how);
  }
  copied(node, copy, how);
  to.append(copy);
}

/** An attribute of HTML. */
function written(copy, name, value, { ours }) {
  if (name === "style") styled(copy, value, ours);
  else if (name === "href" && copy.localName === "a") link(copy, value, ours);
  else if (name === "src" && copy.localName === "img") { if (IMAGE.test(value)) copy.setAttribute(name, value); }
  else if (PLAIN.has(name) || (ours && OURS.has(name))) copy.setAttribute(name, value);
}

/** An attribute of SVG; what it refers to is in the same picture, under a name of its own. */
function drawing(copy, name, value, { mark, ours }) {
  if (name === "style") styled(copy, value, ours);
  else if (name === "id") copy.setAttribute(name, mark + value);
  else if (DRAWING.has(name)) {
    const local = value.match(/^url\(\s*['"]?#([\w.-]+)['"]?\s*\)$/);
    if (local) copy.setAttribute(name, `url(#${mark}${local[1]})`);
    else if (!/url\s*\(/i.test(value)) copy.setAttribute(name, value);
  }
}

/** A link into this page; of ours, also one to another site, which opens beside it. */
function link(copy, value, ours) {
  if (/^#\//.test(value)) copy.setAttribute("href", value);
  else if (ours && /^https:\/\//.test(value)) {
    for (const [name, given] of [["href", value], ["target", "_blank"], ["rel", "noopener noreferrer"]]) copy.setAttribute(name, given);
  }
}

function styled(copy, text, ours) {
  const parsed = document.createElement("i").style;
  parsed.cssText = text;
  for (const name of parsed) {
    const value = parsed.getPropertyValue(name);
    const known = ours || STYLES.has(name) || [...STYLES].some((one) => name.startsWith(`${one}-`));
    if (known && VALUE.test(value)) copy.style.setProperty(name, value);
  }
}
