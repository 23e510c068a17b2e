// The lines of a game, as they are listed and as they are typed. JSON, as in ../messages.js.
export const apart = true;
export const words = "^(?:answers|what)";
export const parts = [
  ["{first}; {more}", "{first}; {more}"],
  ["{first}, {more}", "{first}, {more}"],
  ["{a} or {b}", "{a} oder {b}"],
  ["{name} passes", "{name} passt"],
  ["{name} shows {card}", "{name} zeigt {card}"],
  ["{name} shows", "{name} zeigt"],
  ["nobody", "niemand"],
  ["wrong", "falsch"]
];

export default [
  ["{who}: {cards} -> {answers}", "{who}: {cards} -> {answers}"],
  ["{who}: {cards}; {answers}", "{who}: {cards}; {answers}"],
  ["{who} accuses {cards}: {what}", "{who} klagt an: {cards}: {what}"],
  ["{who} accuses {cards}", "{who} klagt an: {cards}"],
  ["{who} lays open {cards}", "{who} legt offen: {cards}"],
  ["{who} looks at the pile: {card}", "{who} sieht eine Karte im Stapel: {card}"],
  ["{who} looks at the pile", "{who} sieht eine Karte im Stapel"],
  ["{who} looks at the table: {card}", "{who} sieht eine Karte vom Tisch: {card}"],
  ["{who} looks at the table", "{who} sieht eine Karte vom Tisch"],
  ["{who} looks at {name}: {card}", "{who} sieht eine Karte von {name}: {card}"],
  ["{who} looks at {name}", "{who} sieht eine Karte von {name}"]
];
