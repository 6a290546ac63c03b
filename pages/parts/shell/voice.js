// Tells the page whether the browser has a Chinese voice; nothing is drawn.

function render(component) {
  const { data, setStateValue } = component;
  Speech.ready().then((voiced) => {
    if (data.known !== voiced) setStateValue("voice", voiced);
  });
}
