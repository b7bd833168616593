// Search from the disk: pages opened as files may start no worker, so its script runs in a hidden frame that answers like one.
"use strict";
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.ready = new Promise((resolve) => {
        const begin = () => {
          document.body.append(this.frame);
          const inner = this.frame.contentWindow, script = this.frame.contentDocument.createElement("script");
          inner.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
          script.src = address;
          script.onload = () => resolve(inner);
          this.frame.contentDocument.body.append(script);
        };
        if (document.body) begin();
        else addEventListener("DOMContentLoaded", begin);
      });
    }
    postMessage(data) { this.ready.then((inner) => inner.dispatchEvent(new inner.MessageEvent("message", { data }))); }
    terminate() { this.frame.remove(); }
  };
}
