// SPDX-License-Identifier: MIT
// A device as its row in the database, and the fields that the row omits.
#include "db/store/row_fields.hpp"
#include "tuner/worker/protocol.hpp"

namespace hone {
namespace {

struct FieldWriter {
    Message& message;
    template <class T>
    void operator()(const char* name, const T& value) {
        message[name] = value;
    }
};

struct FieldReader {
    const Message& message;
    template <class T>
    void operator()(const char* name, T& value) {
        message.at(name).get_to(value);
    }
};

}  // namespace

Message facts_message(const LocalDevice& device) {
    Message facts = Message::object();
    FieldWriter writer{facts};
    fields(device.device, writer);
    return {{"device", facts},
            {"pci", device.device.pci},
            {"uuid", device.device.uuid},
            {"platform", device.platform},
            {"index", device.index}};
}

LocalDevice device_with_facts_from(const Message& message) {
    LocalDevice local;
    FieldReader reader{message.at("device")};
    fields(local.device, reader);
    local.device.pci = message.at("pci");
    local.device.uuid = message.at("uuid");
    local.platform = message.at("platform");
    local.index = message.at("index");
    return local;
}

}  // namespace hone
